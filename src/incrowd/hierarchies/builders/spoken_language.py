"""Languages by branch and family: Portuguese -> Romance -> Indo-European -> *."""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Final

from incrowd.hierarchies.builder import Builder, mostly
from incrowd.hierarchies.builders.country import MEANINGS, find_countries, is_code
from incrowd.hierarchies.dictionary import Dictionary, simplify
from incrowd.hierarchies.hierarchy import Domain
from incrowd.language import Message, say

BRANCHES: Final = MappingProxyType(
    {
        "Germanic": "af da de en fo fy gsw is lb nb nds nl nn no sv yi",
        "Romance": "ast ca co es fr fur gl it lad lij oc pt rm ro sc scn vec wa",
        "Slavic": "be bg bs cs dsb hr hsb mk pl ru sk sl sr uk",
        "Baltic": "lt lv",
        "Celtic": "br cy ga gd gv kw",
        "Greek": "el",
        "Albanian": "sq",
        "Armenian": "hy",
        "Indo-Aryan": "as bho bn doi gu hi ks mai mr ne or pa sa sd si ur",
        "Iranian": "ckb fa ku os ps tg",
        "Uralic": "et fi hu se",
        "Turkic": "az ba crh kk ky tk tr tt ug uz",
        "Mongolic": "mn",
        "Semitic": "am ar he mt ti",
        "Cushitic": "om so",
        "Chadic": "ha",
        "Berber": "kab shi tzm zgh",
        "Chinese": "hak nan wuu yue zh",
        "Tibeto-Burman": "bo dz my",
        "Japonic": "ja",
        "Koreanic": "ko",
        "Austroasiatic": "km vi",
        "Tai-Kadai": "lo th",
        "Dravidian": "kn ml ta te",
        "Austronesian": "ceb fil haw id jv mg mi ms sm su tl to",
        "Niger-Congo": "ak bm ee ff ig ki lg ln nd nr nso ny rn rw sn st sw tn ts ve wo xh yo zu",
        "Kartvelian": "ka",
        "Basque": "eu",
        "Quechuan": "qu",
    }
)

_FAMILIES: Final = {
    **dict.fromkeys(list(BRANCHES)[:10], "Indo-European"),
    **dict.fromkeys(("Semitic", "Cushitic", "Chadic", "Berber"), "Afro-Asiatic"),
    **dict.fromkeys(("Chinese", "Tibeto-Burman"), "Sino-Tibetan"),
}
NAMES: Final = ("en", "es", "de", "fr", "it", "pt")
SPELLINGS: Final = MappingProxyType(
    {
        "bn": "bengali",
        "es": "castilian, castellano",
        "fa": "farsi, dari",
        "fil": "pilipino",
        "ku": "kurmanji",
        "nl": "flemish",
        "ny": "chichewa",
        "or": "oriya",
        "pa": "panjabi",
        "ps": "pushto",
        "si": "sinhalese",
        "ug": "uighur",
        "zh": "mandarin, mandarin chinese",
        "yue": "cantonese chinese",
    }
)

_COMMON: Final = """
    english spanish french german italian portuguese dutch polish russian turkish arabic chinese
    mandarin cantonese hindi urdu bengali punjabi persian farsi vietnamese korean japanese
    tagalog ingles espanol castellano frances aleman italiano portugues catalan arabe chino ruso
    deutsch englisch franzosisch spanisch italienisch turkisch polnisch russisch arabisch
    francais anglais espagnol allemand italien portugais turc russe chinois inglese francese
    tedesco spagnolo portoghese arabo cinese russo alemao chines japones espanhol
"""
COMMON: Final = frozenset(_COMMON.split())


def find_branches(values: Iterable[str]) -> dict[str, str]:
    """Find the branch of every value that names a language in one of six languages, or its code.

    >>> find_branches(["Deutsch", "portugués", "Swahili", "Klingon"])
    {'Deutsch': 'Germanic', 'portugués': 'Romance', 'Swahili': 'Niger-Congo'}
    """
    branch_of = {code: branch for branch, codes in BRANCHES.items() for code in codes.split()}
    wanted = {value: simplify(value) for value in values}
    known = dict(branch_of)
    for code, names in SPELLINGS.items():
        known |= {simplify(name): branch_of[code] for name in names.split(",")}
    for language in NAMES:
        # a language takes some time to load: stop as soon as nothing is left to find
        if all(name in known for name in wanted.values()):
            break
        known = {name: branch_of[code] for name, code in _names(language).items()} | known
    return {value: known[name] for value, name in wanted.items() if name in known}


_DICTIONARY: Final = Dictionary(
    name="spoken_language",
    title=say("branch"),
    why=say("its values are languages"),
    how=say("Branches and families of languages."),
    words=MappingProxyType({}),
    wider=MappingProxyType({branch: _FAMILIES.get(branch, branch) for branch in BRANCHES}),
    wider_title=say("family"),
    find=find_branches,
)


@cache
def _names(language: str) -> Mapping[str, str]:
    """The code of each language by its name in a language."""
    texts = import_module("babel").Locale(language).languages
    codes = [code for codes in BRANCHES.values() for code in codes.split()]
    return {simplify(str(texts[code])): code for code in codes if code in texts}


def _is_common(value: str) -> bool:
    """Whether a value needs no other language's names to be found: these take long to load."""
    return simplify(value) in COMMON


def suits(domain: Domain) -> Message | None:
    """Languages fit; where nothing says that they are, more of them than are nationalities."""
    present = [value for value in domain.values if value is not None]
    if domain.attribute.meaning in MEANINGS:
        return None
    if domain.attribute.meaning != "language":
        # `de`, `es` and `it` mean much else, `Spanish` and `German` are nationalities, too
        if mostly(present, is_code, 0.5) or not mostly(present, _is_common, 0.4):
            return None
        why = _DICTIONARY.suits(domain)
        more = why and len(find_branches(present)) > len(find_countries(present, languages=()))
        return why if more else None
    return _DICTIONARY.suits(domain)


BUILDER = Builder(
    name="spoken_language",
    title="Families of languages",
    explanation="Shows only the branch of a language, then only its family.",
    citation="ISO 639-5, Alpha-3 code for language families and groups, 2008; names from Unicode "
    "CLDR",
    suits=suits,
    build=_DICTIONARY.build,
)
