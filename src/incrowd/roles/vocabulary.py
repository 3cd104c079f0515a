"""Values that are words with a meaning of their own: `Female`, `verheiratet`, `Hepatitis`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from incrowd.roles.headers import fold
from incrowd.roles.meaning import Meaning

_SEX: Final = """
    m, f, w, h, male, female, man, woman, men, women, boy, girl, d, x, diverse, divers, non-binary,
    nonbinary, intersex, transgender, hombre, mujer, varon, hembra, masculino, femenino, feminino,
    mann, frau, maennlich, mannlich, weiblich, homme, femme, masculin, feminin, maschio, femmina,
    uomo, donna, maschile, femminile, homem, mulher, macho
"""
_MARITAL: Final = """
    single, married, divorced, widowed, separated, never-married, never married, widow, widower,
    cohabiting, partnered, domestic partner, registered partnership, civil union, unmarried,
    married-civ-spouse, married-spouse-absent, married-af-spouse, soltero, soltera, casado, casada,
    divorciado, divorciada, viudo, viuda, separado, separada, pareja de hecho, ledig, verheiratet,
    geschieden, verwitwet, getrennt lebend, lebenspartnerschaft, celibataire, marie, mariee,
    divorce, divorcee, veuf, veuve, pacse, pacsee, separe, separee, celibe, nubile, coniugato,
    coniugata, sposato, sposata, divorziato, divorziata, vedovo, vedova, separato, separata,
    solteiro, solteira, viuvo, viuva, uniao de facto, uniao estavel
"""
_RELIGION: Final = """
    christian, christianity, catholic, roman catholic, protestant, orthodox, lutheran, anglican,
    evangelical, baptist, methodist, muslim, islam, jewish, judaism, jew, hindu, hinduism, buddhist,
    buddhism, sikh, atheist, agnostic, mormon, cristiano, catolico, catolica, protestante,
    musulman, musulmana, judio, judia, ateo, atea, agnostico, budista, evangelico, katholisch,
    romisch-katholisch, evangelisch, protestantisch, muslimisch, judisch, konfessionslos,
    buddhistisch, chretien, catholique, juif, juive, musulmane, athee, bouddhiste, cattolico,
    cattolica, ebreo, ebrea, mussulmano, musulmano, buddista, muculmano, judeu, judia, ateu,
    espirita, jehovah's witness, shinto, taoist, jain
"""
_DISEASES: Final = """
    hiv, aids, cancer, flu, influenza, diabetes, diabetes type 1, diabetes type 2, type 2 diabetes,
    hepatitis, hepatitis b, hepatitis c, malaria, tuberculosis, syphilis, gonorrhea, asthma, stroke,
    hypertension, pneumonia, bronchitis, gastritis, gastric ulcer, stomach cancer, lung cancer,
    breast cancer, colon cancer, prostate cancer, leukemia, heart disease, heart attack,
    heart failure, cardiovascular, cardiovascular disease, obesity, depression, anxiety, dementia,
    alzheimer, alzheimer's disease, parkinson, parkinson's disease, epilepsy, migraine, arthritis,
    osteoporosis, anemia, covid-19, covid, broken arm, broken leg, fracture, eye infection,
    infection, viral infection, dyspepsia, indigestion, ulcer, copd, multiple sclerosis,
    schizophrenia, bipolar disorder, autism, chest pain, fever, measles, chickenpox, kidney failure,
    short breath, shortness of breath, appendicitis, cirrhosis, psoriasis, eczema, allergy,
    gripe, cancer de mama, tuberculosis, asma, neumonia, hipertension, depresion, ictus, sida, vih,
    infarto, grippe, krebs, brustkrebs, lungenentzundung, bluthochdruck, schlaganfall, herzinfarkt,
    grippe, depression, tuberkulose, asthme, pneumonie, cancer du sein, diabete, hypertension,
    tumore, polmonite, ipertensione, depressione, influenza, tubercolosi, cancro, pneumonia,
    hipertensao, depressao, tuberculose, acidente vascular cerebral
"""

_WORDS: Final[Mapping[Meaning, str]] = {
    Meaning.SEX: _SEX,
    Meaning.MARITAL_STATUS: _MARITAL,
    Meaning.RELIGION: _RELIGION,
    Meaning.DIAGNOSIS: _DISEASES,
}

TITLES: Final[Mapping[Meaning, str]] = {
    Meaning.SEX: "words for a sex",
    Meaning.MARITAL_STATUS: "words for a marital status",
    Meaning.RELIGION: "words for a religion",
    Meaning.DIAGNOSIS: "names of diseases",
}

FEWEST: Final[Mapping[Meaning, int]] = {Meaning.SEX: 2}
"""Different known words that must occur; three where nothing is said."""

_INITIALS: Final = (frozenset("mf"), frozenset("mw"), frozenset("hm"), frozenset("hf"))


@cache
def known_words() -> Mapping[Meaning, frozenset[str]]:
    """The words of each meaning, without case and accents."""
    return MappingProxyType(
        {
            meaning: frozenset(fold(word.strip()) for word in words.split(","))
            for meaning, words in _WORDS.items()
        }
    )


def tells_sex(values: frozenset[str]) -> bool:
    """Whether values are more than single letters that happen to be those of a sex.

    >>> tells_sex(frozenset({"m", "f"})), tells_sex(frozenset({"d", "x"}))
    (True, False)
    """
    letters = frozenset(value for value in values if len(value) == 1)
    return len(letters) < 2 or any(pair <= letters for pair in _INITIALS)
