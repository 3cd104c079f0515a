"""What goes wrong on the page of sources and queries is said in Spanish to who reads Spanish."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from incrowd.engines.query.guard import check_query
from incrowd.engines.query.query_session import QuerySession
from incrowd.engines.servers.address import parse_server
from incrowd.engines.servers.errors import explain_error
from incrowd.errors import IncrowdError
from incrowd.language import set_language, translate

SERVER, _ = parse_server("postgresql://ann@db.example:5432/clinic")
TABLES = {"visits": {"zip": "VARCHAR"}}


@pytest.fixture(autouse=True)
def spanish() -> Iterator[None]:
    set_language("es")
    yield
    set_language("en")


@pytest.mark.parametrize(
    ("driver", "message", "hint"),
    [
        ("Connection refused", "Nada responde en PostgreSQL at db.example:5432", "Compruebe"),
        ("password authentication failed", "no acepta esta contraseña para «ann»", "mayúsculas"),
        ("no password supplied", "pide la contraseña de «ann»", "Dela"),
        ("could not translate host name", "No hay ningún equipo «db.example».", "nombre"),
        ("server closed the connection", "Se perdió la conexión", "No se cambió nada"),
        ("something else", "falló: something else.", "Inténtelo"),
    ],
)
def test_a_server_that_does_not_answer(driver, message, hint):
    error = explain_error(RuntimeError(driver), SERVER, None)
    assert message in translate(error.message)
    assert hint in translate(error.hint)


@pytest.mark.parametrize(
    ("sql", "message", "hint"),
    [
        ("SELECT 1; DROP TABLE visits", "Son 2 sentencias, no una.", "Escriba un SELECT"),
        ("DROP TABLE visits", "Solo se puede SELECT, no DROP.", "Escriba un SELECT"),
        ("SELECT * FROM visit", "No hay tabla «visit».", "¿Quería decir «visits»?"),
        ("SELECT read_text(zip) FROM visits", "La función «read_text»", "Use funciones"),
    ],
)
def test_a_query_that_is_refused(sql, message, hint):
    with pytest.raises(IncrowdError) as error:
        check_query(sql, TABLES)
    assert message in translate(error.value.message)
    assert hint in translate(error.value.hint)


def test_an_address_with_a_password():
    with pytest.raises(IncrowdError) as error:
        parse_server("postgresql://ann:secret@db.example/clinic")
    assert translate(error.value.message).startswith("Una dirección no debe llevar contraseña")
    assert translate(error.value.hint).startswith("Quítela")


def test_a_query_that_the_database_refuses():
    session = QuerySession()
    try:
        with pytest.raises(IncrowdError) as error:
            session.run(check_query("SELECT CAST('x' AS INTEGER) AS a", session.schema))
    finally:
        session.close()
    assert translate(error.value.message).startswith("La consulta no se puede ejecutar: ")
