"""Groups from names: what dictionaries know in six languages, and when they are not used."""

from __future__ import annotations

from types import ModuleType

import pytest
from hierarchy_domains import make_domain, partition, path
from hypothesis import given
from hypothesis import strategies as st

from incrowd.hierarchies import BUILT_IN, build, choose, from_csv, to_csv
from incrowd.hierarchies.builders import (
    economic_sector,
    education,
    marital_status,
    occupation,
    religion,
    spoken_language,
)
from incrowd.hierarchies.builders.shared_words import find_shared_words
from incrowd.hierarchies.dictionary import NEUTRAL, knows_enough, simplify

LISTS = [economic_sector, education, marital_status, occupation, religion]


def words_of(module: ModuleType) -> dict[str, list[str]]:
    return {
        group: [" ".join(word.split()) for word in words.split(",")]
        for group, words in module.WORDS.items()
    }


@pytest.mark.parametrize("module", LISTS, ids=lambda module: module.__name__.rpartition(".")[2])
def test_every_word_is_written_simply_and_in_one_group(module: ModuleType) -> None:
    places: dict[str, str] = {}
    for group, words in words_of(module).items():
        for word in words:
            assert word
            assert simplify(word) == word
            assert places.setdefault(word, group) == group


@pytest.mark.parametrize(
    "name",
    ["economic_sector", "education", "marital_status", "occupation", "religion", "spoken_language"],
)
def test_words_and_the_names_of_groups_can_be_told_apart_when_read_again(name: str) -> None:
    """A value may read like any group, in any case: a recipe must still be readable."""
    builder = next(builder for builder in BUILT_IN if builder.name == name)
    modules = {module.__name__.rpartition(".")[2]: module for module in LISTS}
    words = (
        [word for each in words_of(modules[name]).values() for word in each]
        if (name in modules)
        else ["german", "polish", "greek", "chinese", "turkish", "thai"]
    )
    labels = {label for each in builder.build(make_domain(words)).labels for label in each}
    values = {*words, *labels} | {label.lower() for label in labels}
    values |= {word.capitalize() for word in words}
    domain = make_domain(sorted(values - {"*"}))
    hierarchy = builder.build(domain)
    again = from_csv(to_csv(hierarchy), domain)
    assert all(path(again, value) == path(hierarchy, value) for value in domain.values)


SIX_LANGUAGES = {
    "marital_status": [
        ["single", "married", "divorced", "widowed"],
        ["soltero", "casado", "divorciado", "viudo"],
        ["ledig", "verheiratet", "geschieden", "verwitwet"],
        ["célibataire", "marié", "divorcé", "veuf"],
        ["celibe", "coniugato", "divorziato", "vedovo"],
        ["solteiro", "casado", "divorciado", "viúvo"],
    ],
    "religion": [
        ["Catholic", "Protestant", "Muslim", "Jewish", "No religion"],
        ["católico", "protestante", "musulmán", "judío", "sin religión"],
        ["römisch-katholisch", "evangelisch", "muslimisch", "jüdisch", "konfessionslos"],
        ["catholique", "protestant", "musulman", "juif", "sans religion"],
        ["cattolico", "protestante", "musulmano", "ebreo", "nessuna"],
        ["católico", "protestante", "muçulmano", "judeu", "sem religião"],
    ],
    "education": [
        ["primary", "upper secondary", "bachelor", "master", "doctorate"],
        ["primaria", "bachillerato", "grado universitario", "maestría", "doctorado"],
        ["Grundschule", "Abitur", "Bachelor", "Master", "Promotion"],
        ["école primaire", "baccalauréat", "licence", "master", "doctorat"],
        ["scuola elementare", "maturità", "laurea triennale", "laurea magistrale", "dottorato"],
        ["ensino primário", "ensino médio", "bacharelado", "mestrado", "doutorado"],
    ],
    "occupation": [
        ["cook", "waiter", "lawyer", "nurse", "plumber", "farmer"],
        ["cocinera", "camarero", "abogada", "enfermero", "fontanero", "agricultor"],
        ["Koch", "Kellnerin", "Rechtsanwalt", "Ärztin", "Klempner", "Landwirt"],
        ["cuisinier", "serveuse", "avocate", "infirmière", "plombier", "agriculteur"],
        ["cuoco", "cameriere", "avvocato", "infermiera", "idraulico", "agricoltore"],
        ["cozinheiro", "garçom", "advogada", "enfermeira", "encanador", "agricultor"],
    ],
    "economic_sector": [
        ["agriculture", "mining", "manufacturing", "retail", "banking"],
        ["agricultura", "minería", "industria manufacturera", "comercio", "banca"],
        ["Landwirtschaft", "Bergbau", "Verarbeitendes Gewerbe", "Handel", "Banken"],
        [
            "sylviculture",
            "industries extractives",
            "industrie manufacturière",
            "commerce",
            "banque",
        ],
        ["agricoltura", "industria estrattiva", "manifattura", "commercio", "banche"],
        ["agricultura", "mineração", "indústria transformadora", "comércio", "bancos"],
    ],
}


@pytest.mark.parametrize("name", SIX_LANGUAGES)
@pytest.mark.parametrize("language", range(6), ids=["en", "es", "de", "fr", "it", "pt"])
def test_the_same_people_are_grouped_alike_in_six_languages(name: str, language: int) -> None:
    english, words = SIX_LANGUAGES[name][0], SIX_LANGUAGES[name][language]
    hierarchy = choose(make_domain(words))
    assert hierarchy.builder == name
    expected = build(name, make_domain(english))
    assert [path(hierarchy, word) for word in words] == [path(expected, word) for word in english]


@pytest.mark.parametrize(
    ("value", "group"),
    [
        ("Lehrer/in", "Professionals"),
        ("Lehrer*in", "Professionals"),
        ("ABOGADO/A", "Professionals"),
        ("Shop-Assistant", "Service and sales workers"),
        ("  nurse ", "Professionals"),
        ("loan shark", "other"),
        ("nurse school", "other"),
    ],
)
def test_spellings_of_an_occupation(value: str, group: str) -> None:
    hierarchy = build("occupation", make_domain([value, "cook", "waiter", "bus driver", "maid"]))
    assert path(hierarchy, value)[0] == group


@pytest.mark.parametrize(
    ("values", "counts", "builder"),
    [
        (["cook", "waiter", "lawyer", "zyx", "yxw"], [1, 1, 1, 1, 1], "occupation"),
        (["cook", "waiter", "zyx", "yxw"], [1, 1, 1, 1], "frequency"),
        (["cook", "waiter", "lawyer", "zyx", "yxw"], [1, 1, 1, 1, 2], "frequency"),
        (["cook", "waiter", "lawyer", "zyx", "yxw", "other"], [2, 1, 1, 1, 1, 9], "occupation"),
        (["cook", "waiter", "lawyer", None], [1, 1, 1, 9], "occupation"),
        (["cook", "lawyer", "plumber"], [1, 1, 1], "frequency"),
    ],
    ids=["60 %", "half", "few rows", "other counts for nothing", "missing, too", "no groups"],
)
def test_a_dictionary_is_used_if_it_knows_60_percent(
    values: list[str | None], counts: list[int], builder: str
) -> None:
    assert choose(make_domain(values, counts=counts)).builder == builder


def test_the_rest_is_other_and_the_reason_says_so() -> None:
    hierarchy = choose(make_domain(["cook", "waiter", "lawyer", "zyx", "yxw"]))
    assert path(hierarchy, "zyx") == ["other", "*"]
    assert hierarchy.reason == (
        "Its values are names of occupations: major groups of ISCO-08, then by skill and kind "
        "of work. Unknown values, such as 'yxw', become 'other'."
    )


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 9)), min_size=1, max_size=12))
def test_knowing_enough_is_counted_in_values_and_in_rows(values: list[tuple[bool, int]]) -> None:
    names = [f"v{place}" for place in range(len(values))]
    known = {name: "g" for name, (is_known, _) in zip(names, values, strict=True) if is_known}
    domain = make_domain(names, counts=[rows for _, rows in values])
    rows = sum(rows for is_known, rows in values if is_known)
    enough = 10 * len(known) >= 6 * len(values) and 10 * rows >= 6 * sum(n for _, n in values)
    assert knows_enough(domain, known) is (enough and len(known) > 1)


def test_what_says_nothing_is_written_simply() -> None:
    assert {simplify(word) for word in NEUTRAL} == NEUTRAL


def test_a_language_is_no_nationality_where_the_column_says_so() -> None:
    values = ["Spanish", "French", "German", "Polish"]
    assert choose(make_domain(values, meaning="language")).builder == "spoken_language"
    assert choose(make_domain(values, meaning="nationality")).builder == "country"
    assert choose(make_domain(values)).builder == "country"
    assert choose(make_domain([*values, "Arabic", "Hindi"])).builder == "spoken_language"
    codes = ["de", "es", "it", "fr"]
    assert choose(make_domain(codes, meaning="language")).builder == "spoken_language"
    assert choose(make_domain(codes)).builder == "frequency"


def test_every_language_is_in_one_branch() -> None:
    codes = [code for codes in spoken_language.BRANCHES.values() for code in codes.split()]
    assert len(codes) == len(set(codes))


@pytest.mark.parametrize(
    ("values", "groups"),
    [
        (
            ["school nurse", "private nurse", "pastry cook", "ship cook"],
            [{"school nurse", "private nurse"}, {"pastry cook", "ship cook"}],
        ),
        (
            ["sopa fría", "sopa caliente", "carne roja", "carne blanca"],
            [{"sopa fría", "sopa caliente"}, {"carne roja", "carne blanca"}],
        ),
    ],
)
def test_names_that_share_a_word_go_together(values: list[str], groups: list[set[str]]) -> None:
    hierarchy = choose(make_domain(values))
    assert hierarchy.builder == "shared_words"
    assert partition(hierarchy, 1) == set(map(frozenset, groups))
    assert hierarchy.reason == "Many of its values share a word: groups by the shared word."


@pytest.mark.parametrize(
    "values",
    [
        ["insured", "not insured", "never insured", "without insured"],
        ["Type A", "Type B", "Type C"],
        ["red", "green", "blue"],
        ["all day", "half day", "no day", "one day"],
    ],
    ids=["opposites", "a word that says nothing", "nothing shared", "one word for all"],
)
def test_words_that_are_shared_for_another_reason_make_no_groups(values: list[str]) -> None:
    assert choose(make_domain(values)).builder == "frequency"


@given(st.lists(st.text("ab no", max_size=8), max_size=12, unique=True))
def test_a_shared_word_is_in_every_name_of_its_group(values: list[str]) -> None:
    shared = find_shared_words(values)
    for value, word in shared.items():
        assert word in simplify(value).split()
        assert sum(other == word for other in shared.values()) > 1
