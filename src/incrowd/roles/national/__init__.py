"""Official personal numbers, one country per file: `BUILT_IN` lists them."""

from typing import Final

from incrowd.roles.national.austria import SVNR
from incrowd.roles.national.belgium import REGISTER
from incrowd.roles.national.brazil import CPF
from incrowd.roles.national.denmark import CPR
from incrowd.roles.national.finland import HENKILOTUNNUS
from incrowd.roles.national.france import NIR
from incrowd.roles.national.germany import STEUER_ID
from incrowd.roles.national.italy import CODICE_FISCALE
from incrowd.roles.national.netherlands import BSN
from incrowd.roles.national.norway import FODSELSNUMMER
from incrowd.roles.national.poland import PESEL
from incrowd.roles.national.portugal import NIF
from incrowd.roles.national.spain import DNI
from incrowd.roles.national.sweden import PERSONNUMMER
from incrowd.roles.national.switzerland import AHV
from incrowd.roles.national.united_kingdom import NHS, NINO
from incrowd.roles.national.united_states import SSN
from incrowd.roles.patterns.pattern import Pattern

BUILT_IN: Final[tuple[Pattern, ...]] = (
    DNI,
    NIR,
    CODICE_FISCALE,
    STEUER_ID,
    NINO,
    NHS,
    SSN,
    REGISTER,
    PESEL,
    FODSELSNUMMER,
    HENKILOTUNNUS,
    PERSONNUMMER,
    CPR,
    CPF,
    AHV,
    SVNR,
    BSN,
    NIF,
)
