"""Branches by section of NACE: banking -> Financial and insurance activities -> Services -> *."""

from types import MappingProxyType
from typing import Final

from incrowd.hierarchies.builder import Builder
from incrowd.hierarchies.dictionary import Dictionary
from incrowd.language import say

WORDS: Final = MappingProxyType(
    {
        "Agriculture, forestry and fishing": """
            agriculture, farming, forestry, fishing, fishery, fisheries, agriculture forestry and
            fishing, agricultura, ganaderia, silvicultura, pesca, landwirtschaft, forstwirtschaft,
            fischerei, land und forstwirtschaft, sylviculture, peche, agricoltura, selvicoltura,
            pecuaria
        """,
        "Mining and quarrying": """
            mining, quarrying, mining and quarrying, oil and gas extraction, mineria, industrias
            extractivas, bergbau, industries extractives, estrazione di minerali, industria
            estrattiva, mineracao, industrias extrativas
        """,
        "Manufacturing": """
            manufacturing, automotive industry, food industry, textile industry, chemical industry,
            pharmaceutical industry, steel industry, industria manufacturera, manufactura,
            verarbeitendes gewerbe, automobilindustrie, chemieindustrie, lebensmittelindustrie,
            industrie manufacturiere, industria manifatturiera, manifattura, industria
            transformadora, industria de transformacao, manufatura
        """,
        "Electricity, gas, steam and air conditioning supply": """
            energy supply, electricity supply, gas supply, electricity and gas, power generation,
            suministro de energia, energieversorgung, production d electricite, fornitura di
            energia, fornecimento de energia
        """,
        "Water supply, sewerage and waste management": """
            water supply, sewerage, waste management, waste collection, wasserversorgung,
            abfallwirtschaft, abwasserentsorgung, gestion de residuos, suministro de agua, gestion
            des dechets, gestione dei rifiuti, gestao de residuos
        """,
        "Construction": """
            construction, building construction, construccion, bau, baugewerbe, bauwesen,
            bauwirtschaft, batiment, btp, costruzioni, edilizia, construcao, construcao civil
        """,
        "Wholesale and retail trade": """
            trade, retail, retail trade, wholesale, wholesale trade, wholesale and retail trade,
            commerce, comercio, comercio minorista, comercio mayorista, comercio al por menor,
            comercio al por mayor, handel, einzelhandel, grosshandel, commerce de detail, commerce
            de gros, commercio, commercio al dettaglio, commercio all ingrosso, varejo, atacado,
            comercio varejista
        """,
        "Transportation and storage": """
            transport, transportation, logistics, warehousing, transportation and storage,
            transporte, transportes, logistica, verkehr, logistik, verkehr und lagerei, transports,
            logistique, trasporti, trasporto, trasporto e magazzinaggio
        """,
        "Accommodation and food service activities": """
            hospitality, accommodation, hotels, hotels and restaurants, restaurants, catering, food
            service, accommodation and food service, hosteleria, hoteles y restaurantes,
            gastgewerbe, gastronomie, hotellerie, hebergement et restauration, restauration,
            alloggio e ristorazione, ristorazione, hotelaria, alojamento e restauracao
        """,
        "Information and communication": """
            information and communication, information technology, telecommunications, telecom,
            software, publishing, broadcasting, it, ict, tecnologias de la informacion,
            telecomunicaciones, information und kommunikation, informationstechnologie,
            telekommunikation, informatique, telecommunications et informatique, telecomunicazioni,
            informatica, telecomunicacoes, tecnologia da informacao
        """,
        "Financial and insurance activities": """
            finance, financial services, banking, insurance, finance and insurance, banks, finanzas,
            banca, seguros, servicios financieros, finanzen, banken, versicherung, versicherungen,
            banken und versicherungen, finanzwesen, finanzdienstleistungen, banque, banques,
            assurance, assurances, finanza, banche, assicurazioni, financas, bancos
        """,
        "Real estate activities": """
            real estate, property management, inmobiliaria, actividades inmobiliarias, immobilien,
            immobilienwesen, grundstucks und wohnungswesen, immobilier, immobiliare, imobiliario,
            atividades imobiliarias
        """,
        "Professional, scientific and technical activities": """
            legal services, accounting, architecture and engineering, research and development,
            professional services, consulting, management consulting, advertising, market research,
            scientific research, consultoria, servicios profesionales, publicidad, beratung,
            unternehmensberatung, rechtsberatung, werbung, forschung und entwicklung, conseil,
            publicite, recherche et developpement, consulenza, pubblicita, publicidade
        """,
        "Administrative and support service activities": """
            administrative and support services, temporary employment, travel agencies, security
            services, cleaning services, zeitarbeit, reiseburos, sicherheitsdienste, servicios
            administrativos, services administratifs, servizi amministrativi, servicos
            administrativos
        """,
        "Public administration and defence": """
            public administration, government, defence, defense, public sector, public
            administration and defence, administracion publica, defensa, offentliche verwaltung,
            verteidigung, administration publique, defense nationale, pubblica amministrazione,
            amministrazione pubblica, difesa, administracao publica, defesa
        """,
        "Education": """
            education, teaching, schools, higher education, educacion, ensenanza, erziehung und
            unterricht, bildung, bildungswesen, enseignement, istruzione, educacao, ensino
        """,
        "Human health and social work activities": """
            health, healthcare, health care, hospitals, social work, social services, health and
            social work, sanidad, salud, servicios sociales, gesundheitswesen, gesundheits und
            sozialwesen, sozialwesen, sante, sante et action sociale, action sociale, sanita,
            assistenza sociale, saude, assistencia social
        """,
        "Arts, entertainment and recreation": """
            arts, entertainment, recreation, sports, culture, arts and entertainment, gambling, arts
            entertainment and recreation, arte y entretenimiento, entretenimiento, kunst, kultur,
            unterhaltung, kunst unterhaltung und erholung, arts spectacles, spectacles, arte e
            intrattenimento, intrattenimento, artes, entretenimento
        """,
        "Other service activities": """
            other services, other service activities, personal services, hairdressing, otros
            servicios, sonstige dienstleistungen, autres services, altri servizi, outros servicos
        """,
        "Activities of households as employers": """
            domestic service, private households, activities of households, servicio domestico,
            empleo domestico, private haushalte, services domestiques, lavoro domestico, servico
            domestico
        """,
        "Activities of extraterritorial organisations": """
            international organisations, international organizations, extraterritorial
            organisations, organismos internacionales, internationale organisationen, organisations
            internationales, organizzazioni internazionali, organizacoes internacionais
        """,
    }
)

_INDUSTRY: Final = list(WORDS)[1:5]
_ECONOMY: Final = {
    "Agriculture, forestry and fishing": "Agriculture, forestry and fishing",
    **dict.fromkeys(_INDUSTRY, "Industry"),
    "Construction": "Construction",
}

_DICTIONARY: Final = Dictionary(
    name="economic_sector",
    title=say("section of NACE"),
    why=say("its values are branches of the economy"),
    how=say("Sections of NACE, then agriculture, industry, construction and services."),
    words=WORDS,
    wider=MappingProxyType({group: _ECONOMY.get(group, "Services") for group in WORDS}),
    wider_title=say("sector"),
)

BUILDER = Builder(
    name="economic_sector",
    title="Branches of the economy",
    explanation="Shows only the NACE section of a branch, then only its sector.",
    citation="Eurostat, Statistical classification of economic activities (NACE), revision 2, 2008",
    suits=_DICTIONARY.suits,
    build=_DICTIONARY.build,
)
