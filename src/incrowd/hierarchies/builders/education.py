"""Education by level of ISCED: Abitur -> Upper secondary -> medium -> *."""

from types import MappingProxyType
from typing import Final

from incrowd.hierarchies.builder import Builder
from incrowd.hierarchies.dictionary import Dictionary
from incrowd.language import say

WORDS: Final = MappingProxyType(
    {
        "Less than primary": """
            no schooling, no education, no formal education, none, never attended school,
            illiterate, preschool, pre school, pre primary, nursery school, kindergarten, less than
            primary, incomplete primary, isced 0, sin estudios, sin escolaridad, ninguno,
            analfabeto, analfabeta, preescolar, educacion infantil, primaria incompleta, ohne
            schulabschluss, kein schulabschluss, kein abschluss, keine schulbildung, vorschule, sans
            instruction, jamais scolarise, aucune scolarite, maternelle, ecole maternelle, senza
            istruzione, nessun titolo, nessun titolo di studio, scuola dell infanzia, scuola
            materna, sem escolaridade, sem instrucao, pre escolar, educacao infantil
        """,
        "Primary": """
            primary, primary school, primary education, elementary, elementary school, isced 1,
            primaria, educacion primaria, escuela primaria, estudios primarios, grundschule,
            primarschule, volksschule, primaire, ecole primaire, enseignement primaire, scuola
            primaria, scuola elementare, licenza elementare, elementari, primario, ensino primario,
            escola primaria
        """,
        "Lower secondary": """
            lower secondary, lower secondary school, lower secondary education, middle school,
            junior high, junior high school, isced 2, educacion secundaria obligatoria, eso,
            secundaria obligatoria, secundaria inferior, graduado escolar, hauptschule,
            hauptschulabschluss, realschule, realschulabschluss, mittlere reife, mittelschule,
            sekundarstufe i, sekundarschule, brevet, brevet des colleges, secondaire inferieur,
            premier cycle du secondaire, scuola media, licenza media, scuola secondaria di primo
            grado, secundario inferior, ensino secundario inferior
        """,
        "Upper secondary": """
            upper secondary, upper secondary school, upper secondary education, high school, high
            school graduate, high school diploma, hs grad, hs graduate, ged, a level, a levels,
            isced 3, vocational, vocational school, vocational training, vocational education,
            apprenticeship, bachillerato, secundaria superior, preparatoria, formacion profesional
            de grado medio, fp grado medio, abitur, fachabitur, matura, maturitat, hochschulreife,
            allgemeine hochschulreife, fachhochschulreife, sekundarstufe ii, lehre,
            berufsausbildung, duale ausbildung, berufsschule, baccalaureat, bac, lycee, bac pro,
            cap, bep, secondaire superieur, diploma di maturita, maturita, liceo, scuola superiore,
            diploma superiore, scuola secondaria di secondo grado, ensino medio, medio completo,
            secundario superior, 12 ano
        """,
        "Post-secondary non-tertiary": """
            post secondary non tertiary, postsecondary non tertiary, isced 4, postsecundaria no
            superior, postsekundar nicht tertiar, post secondaire non superieur, post secondario non
            terziario, pos secundario nao superior
        """,
        "Short-cycle tertiary": """
            short cycle tertiary, associate, associate degree, associates degree, associates, assoc
            voc, assoc acdm, foundation degree, higher national diploma, hnd, isced 5, formacion
            profesional de grado superior, fp grado superior, ciclo formativo de grado superior,
            bts, dut, deug, istituto tecnico superiore, ctesp
        """,
        "Bachelor's or equivalent": """
            bachelor, bachelors, bachelors degree, bachelor degree, bachelor of arts, bachelor of
            science, ba, bsc, undergraduate degree, isced 6, grado universitario, diplomatura,
            bachelorabschluss, meister, meisterbrief, fachwirt, licence, bac 3, laurea triennale,
            bacharelado, bacharel
        """,
        "Master's or equivalent": """
            master, masters, masters degree, master degree, master of arts, master of science, mba,
            msc, isced 7, maestria, master universitario, magister, masterabschluss, staatsexamen,
            bac 5, laurea magistrale, laurea specialistica, mestrado, mestre
        """,
        "Doctoral or equivalent": """
            doctorate, doctoral, doctoral degree, phd, ph d, dphil, doctor of philosophy, isced 8,
            doctorado, doctor, doctora, promotion, doktorat, doktor, promoviert, doctorat, docteur,
            dottorato, dottorato di ricerca, doutorado, doutoramento, doutor
        """,
        "Tertiary, level not stated": """
            tertiary, tertiary education, higher education, university, university degree,
            postgraduate, postgraduate degree, universidad, universitario, universitaria,
            universitarios, estudios universitarios, estudios superiores, educacion superior,
            superior, universitat, hochschule, hochschulabschluss, fachhochschule, studium,
            akademischer abschluss, universite, universitaire, enseignement superieur, etudes
            superieures, superieur, universita, istruzione superiore, titolo universitario,
            universidade, ensino superior
        """,
    }
)

_LOW, _MEDIUM, _HIGH = "low (ISCED 0-2)", "medium (ISCED 3-4)", "high (ISCED 5-8)"

_DICTIONARY: Final = Dictionary(
    name="education",
    title=say("level of ISCED"),
    why=say("its values are levels of education"),
    how=say("Levels of ISCED 2011, then low, medium and high."),
    words=WORDS,
    wider=MappingProxyType(
        {
            "Less than primary": _LOW,
            "Primary": _LOW,
            "Lower secondary": _LOW,
            "Upper secondary": _MEDIUM,
            "Post-secondary non-tertiary": _MEDIUM,
            "Short-cycle tertiary": _HIGH,
            "Bachelor's or equivalent": _HIGH,
            "Master's or equivalent": _HIGH,
            "Doctoral or equivalent": _HIGH,
            "Tertiary, level not stated": _HIGH,
        }
    ),
    wider_title=say("low, medium, high"),
)

BUILDER = Builder(
    name="education",
    title="Levels of education",
    explanation="Shows only the ISCED level of an education, then only low, medium or high.",
    citation="UNESCO Institute for Statistics, International standard classification of education "
    "(ISCED), 2011; low, medium and high as Eurostat joins the levels",
    suits=_DICTIONARY.suits,
    build=_DICTIONARY.build,
)
