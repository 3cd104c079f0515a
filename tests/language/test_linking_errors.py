"""What goes wrong with linked releases, attacks and taxonomies is said in Spanish, too."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pyarrow as pa
import pytest

from incrowd.engines import connect
from incrowd.engines.joins.join import Column, Join, JoinCondition
from incrowd.engines.joins.joined_sources import JoinedSources
from incrowd.errors import IncrowdError
from incrowd.language import set_language, translate
from incrowd.linking.attack.people import check_page
from incrowd.linking.scan.composition import check_threshold
from incrowd.linking.values.taxonomy import read_taxonomy
from incrowd.service.attacks import attack

A, B = pa.table({"a": ["1"]}), pa.table({"b": ["1"]})


@pytest.fixture(autouse=True)
def spanish() -> Iterator[None]:
    set_language("es")
    yield
    set_language("en")


def refusal(action: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(IncrowdError) as error:
        action()
    assert translate(error.value.message) != error.value.message
    assert translate(error.value.hint) != error.value.hint
    return translate(error.value.message), translate(error.value.hint)


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("a => b", "La línea 1 no es una regla: a => b", "{a, b} => c."),
        ("level 2\n{a} => b", "Línea 1: aquí debería empezar el nivel 1.", "Numere"),
        ("{a} => b\n{a} => c", "Línea 2: «a» está en dos grupos del nivel 1.", "una sola regla"),
        ("a", "La jerarquía de «x», línea 1: «a» no tiene ningún grupo por encima.", "por valor"),
        ("a;b;*\nc;d;all", "La jerarquía de «x» tiene dos cimas", "quite la última columna"),
        ("a;b;c;*\nd;c;b;*", "sus grupos forman un círculo: 'b' → 'c' → 'b'.", "un nombre"),
        ("a;b;*\nc;*", "línea 2: «c» tiene 1 niveles", "el mismo número"),
        ("a;b;*\na;c;*", "líneas 1 y 2: «a» aparece dos veces", "Quite una"),
        ("a;b;c;*\nd;b;e;*", "están juntos en el nivel 1 («b»)", "el mismo grupo en el nivel 2"),
    ],
)
def test_a_taxonomy_that_cannot_be_read(text, message, hint):
    found = refusal(lambda: read_taxonomy("1.x", text))
    assert message in found[0]
    assert hint in found[1]


def test_an_attack_that_cannot_be():
    message, hint = refusal(lambda: attack(A, B))
    assert "ningún cuasi-identificador en común" in message
    assert "qué columnas" in hint
    assert refusal(lambda: attack(A, A, k=0))[0] == "k = 0 no es posible."
    assert refusal(lambda: check_page(-1, 10))[0].startswith("No se pueden mostrar 10 filas")
    assert refusal(lambda: check_threshold(2))[0] == "No es posible un umbral de 2."


def test_joins_that_cannot_be():
    sources = [connect(A), connect(B)]
    both = JoinedSources(sources)
    on = JoinCondition(Column(0, "a"), Column(1, "c"))
    assert refusal(lambda: both.count([]))[0] == "2 fuentes necesitan 1 uniones, no 0."
    assert "unión cruzada" in refusal(lambda: both.count([Join("cross", (on,))]))[0]
    assert (
        "La unión de la fuente 2 no nombra columnas"
        in refusal(lambda: both.count([Join("inner")]))[0]
    )
    message = refusal(lambda: both.count([Join("inner", (on,))]))[0]
    assert message == "La fuente 2, «frame», no tiene la columna «c»."
    both.close()
    assert "se han cerrado" in refusal(lambda: both.count([Join("cross")]))[0]
    for source in sources:
        source.close()
