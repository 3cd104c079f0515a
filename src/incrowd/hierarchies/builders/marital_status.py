"""Marital status: divorced -> separated, divorced or widowed -> *."""

from types import MappingProxyType
from typing import Final

from incrowd.hierarchies.builder import Builder
from incrowd.hierarchies.dictionary import Dictionary
from incrowd.language import say

WORDS: Final = MappingProxyType(
    {
        "never married": """
            single, never married, single never married, never been married, bachelor, spinster,
            soltero, soltera, soltero a, ledig, celibataire, celibe, nubile, celibe nubile,
            solteiro, solteira
        """,
        "married or in a partnership": """
            married, married civ spouse, married af spouse, married spouse absent, married spouse
            present, remarried, cohabiting, cohabitation, living together, living with partner,
            partnered, domestic partner, domestic partnership, registered partner, registered
            partnership, civil partner, civil partnership, civil union, common law, common law
            partner, common law marriage, casado, casada, union libre, union de hecho, pareja de
            hecho, conviviente, pareja registrada, verheiratet, wieder verheiratet,
            wiederverheiratet, eingetragene lebenspartnerschaft, lebenspartnerschaft, verpartnert,
            in eingetragener partnerschaft, marie, mariee, marie e, remarie, remariee, pacse,
            pacsee, pacs, concubinage, en concubinage, union civile, vie maritale, partenariat
            enregistre, coniugato, coniugata, sposato, sposata, convivente, unito civilmente, unita
            civilmente, unione civile, uniao estavel, uniao de facto, amigado, amigada
        """,
        "separated, divorced or widowed": """
            separated, legally separated, married but separated, divorced, divorcee, widowed, widow,
            widower, annulled, formerly married, previously married, divorced or separated,
            separated or divorced, separado, separada, divorciado, divorciada, viudo, viuda,
            anulado, getrennt, getrennt lebend, dauernd getrennt lebend, verheiratet getrennt
            lebend, geschieden, verwitwet, witwe, witwer, partnerschaft aufgehoben,
            lebenspartnerschaft aufgehoben, lebenspartner verstorben, separe, separee, separe e,
            divorce, divorce e, veuf, veuve, separato, separata, separato legalmente, divorziato,
            divorziata, vedovo, vedova, viuvo, viuva, desquitado, desquitada
        """,
    }
)

_DICTIONARY: Final = Dictionary(
    name="marital_status",
    title=say("marital status"),
    why=say("its values are words for a marital status"),
    how=say("Never married, with a partner, or no longer with one."),
    words=WORDS,
)

BUILDER = Builder(
    name="marital_status",
    title="Marital status",
    explanation="Shows only whether a person never married, has a partner, or no longer has one.",
    citation="United Nations, Principles and recommendations for population and housing censuses, "
    "revision 3, 2017, marital status",
    suits=_DICTIONARY.suits,
    build=_DICTIONARY.build,
)
