"""Weigh what the values of a column say: 98 of 100 values looked at are valid IBANs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

from incrowd.roles import national
from incrowd.roles.headers import fold
from incrowd.roles.meaning import Meaning
from incrowd.roles.patterns import bank, contact, medical, network, place
from incrowd.roles.patterns.pattern import Pattern
from incrowd.table import Kind, Profile

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
_HEALTH: Final = """
    smoker, non-smoker, non smoker, nonsmoker, never smoked, former smoker, ex-smoker, ex smoker,
    current smoker, occasional smoker, heavy smoker, vegan, vegetarian, pescatarian, gluten-free,
    gluten free, lactose-free, lactose free, lactose intolerant, low-carb, diabetic, dairy-free,
    nut-free, nut allergy, peanut allergy, peanuts, shellfish, pollen, hay fever, house dust,
    penicillin, lactose intolerance, gluten intolerance, coeliac, celiac, pregnant, not pregnant,
    breastfeeding, vaccinated, unvaccinated, not vaccinated, wheelchair user, visually impaired,
    hearing impaired, anorexia, bulimia, binge eating, eating disorder, psychotherapy,
    physiotherapy, occupational therapy, speech therapy, chemotherapy, antidepressants, insulin,
    ibuprofen, paracetamol, aspirin, metformin, statins, underweight, overweight, obese,
    fumador, fumadora, no fumador, exfumador, vegano, vegana, vegetariano, vegetariana, celiaco,
    celiaca, sin gluten, sin lactosa, embarazada, intolerancia a la lactosa, psicoterapia,
    fisioterapia, polen, raucher, nichtraucher, ex-raucher, exraucher, gelegenheitsraucher,
    vegetarisch, glutenfrei, laktosefrei, laktoseintoleranz, schwanger, heuschnupfen, pollen,
    magersucht, bulimie, psychotherapie, physiotherapie, fumeur, non-fumeur, non fumeur,
    ancien fumeur, vegetarien, vegetarienne, vegetalien, sans gluten, sans lactose, enceinte,
    intolerance au lactose, anorexie, boulimie, psychotherapie, fumatore, non fumatore,
    ex fumatore, vegetariana, senza glutine, senza lattosio, incinta, intolleranza al lattosio,
    celiachia, anoressia, fumante, nao fumante, nao fumador, ex-fumante, ex-fumador, sem gluten,
    sem lactose, gravida, gestante, intolerancia a lactose
"""

_WORDS: Final[Mapping[Meaning, str]] = {
    Meaning.SEX: _SEX,
    Meaning.MARITAL_STATUS: _MARITAL,
    Meaning.RELIGION: _RELIGION,
    Meaning.DIAGNOSIS: _DISEASES,
    Meaning.HEALTH: _HEALTH,
}

TITLES: Final[Mapping[Meaning, str]] = {
    Meaning.SEX: "words for a sex",
    Meaning.MARITAL_STATUS: "words for a marital status",
    Meaning.RELIGION: "words for a religion",
    Meaning.DIAGNOSIS: "names of diseases",
    Meaning.HEALTH: "words about health",
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


THRESHOLD: Final = 0.8
"""The share of values, and of the rows that have them, that must agree."""

_GLANCE: Final = 24
"""Values that a pattern is tried on before all are looked at."""

_MOST_WORDS: Final = 200
"""Different values above which they are not looked up as words."""

BUILT_IN: Final[tuple[Pattern, ...]] = (
    contact.EMAIL,
    bank.IBAN,
    network.UUID,
    network.IP,
    network.MAC,
    network.URL,
    *national.BUILT_IN,
    bank.CARD,
    contact.PHONE,
    place.POSITION,
    medical.ICD10,
    contact.DIALLED,
    place.POSTCODE,
)


@dataclass(frozen=True)
class Evidence:
    """What the values looked at turned out to be, and whether that can be an accident."""

    meaning: Meaning
    title: str
    hits: int
    looked_at: int
    distinct: int
    proven: bool


def share(profile: Profile, holds: Callable[[str], bool]) -> float:
    """The share of values for which something holds, by value or by row, whichever is smaller."""
    return _weight(profile, [entry for entry in profile.common if holds(entry[0])])


def _weight(profile: Profile, hits: Sequence[tuple[str, int]]) -> float:
    rows = sum(rows for _, rows in profile.common)
    if not hits or not rows:
        return 0.0
    return min(len(hits) / len(profile.common), sum(rows for _, rows in hits) / rows)


def weigh(profile: Profile, named: frozenset[Meaning]) -> tuple[Evidence, ...]:
    """List what the values are, proven things first, in the order of `BUILT_IN`.

    Patterns that prove nothing by themselves are tried only for what the name says.
    """
    if profile.kind not in (Kind.TEXT, Kind.INTEGER) or not profile.common:
        return ()
    tried = [pattern for pattern in BUILT_IN if pattern.chance < 1 or pattern.meaning in named]
    result = [*_by_words(profile), *_by_patterns(profile, tried)]
    return tuple(sorted(result, key=lambda evidence: not evidence.proven))


def _by_patterns(profile: Profile, patterns: Sequence[Pattern]) -> Iterator[Evidence]:
    glance = [value for value, _ in profile.common[:: max(1, len(profile.common) // _GLANCE)]]
    lengths = sorted(map(len, glance))
    middle = lengths[len(lengths) // 2]
    for pattern in patterns:
        if profile.kind not in pattern.kinds or not pattern.shortest <= middle <= pattern.longest:
            continue
        if not _seems(pattern, glance):
            continue
        hits = [entry for entry in profile.common if pattern.matches(entry[0])]
        if _weight(profile, hits) >= THRESHOLD:
            yield _evidence(profile, pattern, [value for value, _ in hits])


def _seems(pattern: Pattern, glance: Sequence[str]) -> bool:
    """Whether at least half of a few values match, giving up as soon as that is out of reach."""
    misses = 0
    for value in glance:
        misses += not pattern.matches(value)
        if 2 * misses > len(glance):
            return False
    return True


def _evidence(profile: Profile, pattern: Pattern, hits: Sequence[str]) -> Evidence:
    telling = hits if pattern.telling is None else [*filter(pattern.telling, hits)]
    return Evidence(
        pattern.meaning,
        pattern.title,
        len(hits),
        len(profile.common),
        profile.distinct,
        pattern.proves(len(telling)),
    )


def _by_words(profile: Profile) -> Iterator[Evidence]:
    if profile.kind is not Kind.TEXT or len(profile.common) > _MOST_WORDS:
        return
    folded = {value: fold(value.strip()) for value, _ in profile.common}
    for meaning, words in known_words().items():
        hits = words.intersection(folded.values())
        if len(hits) < FEWEST.get(meaning, 3) or (meaning is Meaning.SEX and not tells_sex(hits)):
            continue
        known = {value for value, word in folded.items() if word in words}
        if share(profile, known.__contains__) >= THRESHOLD:
            looked_at = len(profile.common)
            yield Evidence(
                meaning, TITLES[meaning], len(known), looked_at, profile.distinct, proven=True
            )
