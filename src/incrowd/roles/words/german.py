"""German words for column names: `Geburtsdatum` is a birth date (marks as in `english`)."""

from collections.abc import Mapping
from typing import Final

from incrowd.roles.meaning import Meaning

WORDS: Final[Mapping[Meaning, str]] = {
    Meaning.NAME: """
        vorname, vornamen, nachname, familienname, geburtsname, rufname, patientenname,
        kundenname, mädchenname, vor und nachname, vollständiger name, ansprechpartner, name des
        patienten, kontoinhaber, mitarbeitername
    """,
    Meaning.EMAIL: "e mail adresse, email adresse, mailadresse, emailadresse",
    Meaning.PHONE: """
        telefon, telefonnummer, *telefonnummer, handy, handynummer, mobilnummer, festnetz,
        rufnummer, mobiltelefon, telefon privat, faxnummer, mobilfunknummer, telefonnr, handynr,
        telnr
    """,
    Meaning.ADDRESS: """
        adresse, anschrift, straße, *strasse, *anschrift, hausnummer, wohnadresse, straßenname,
        str nr, hausnr, privatadresse
    """,
    Meaning.CARD_NUMBER: "kartennummer, kreditkarte, kreditkartennummer",
    Meaning.ACCOUNT_NUMBER: "kontonummer, konto nr, kontonr, bankverbindung, versicherungsnummer",
    Meaning.NATIONAL_ID: """
        steuer id, steuernummer, steuer identifikationsnummer, sozialversicherungsnummer,
        personalausweis, ausweisnummer, reisepass, passnummer, krankenversichertennummer, ahv,
        ahv nummer, rentenversicherungsnummer, svnr, sv nummer, sv nr, personalausweisnummer,
        steueridentifikationsnummer, versichertennummer, führerschein, führerscheinnummer,
        reisepassnummer, ahv nr, idnr
    """,
    Meaning.IDENTIFIER: """
        ~kennung, patientennummer, kundennummer, personalnummer, mitarbeiternummer, fallnummer,
        patienten id, kunden id, kunden nr, matrikelnummer, aktenzeichen, mitgliedsnummer,
        laufende nummer, lfd nr, personen id, fall id, mitarbeiter id, patienten nr, personal
        nr, vorgangsnummer, rechnungsnummer, bestellnummer, pseudonym, ~schlüssel, ~nummer, ~nr,
        auftragsnummer, probanden id, probandennummer, patientennr, kundennr, personalnr
    """,
    Meaning.USERNAME: "benutzername, benutzer, nutzername, passwort, kennwort, anmeldename",
    Meaning.IP_ADDRESS: "ip adresse",
    Meaning.MAC_ADDRESS: "mac adresse",
    Meaning.URL: "webseite, internetseite, internetadresse",
    Meaning.PLATE: """
        kennzeichen, kfz kennzeichen, autokennzeichen, fahrgestellnummer, nummernschild
    """,
    Meaning.FREE_TEXT: """
        ~kommentar, ~kommentare, ~bemerkung, ~bemerkungen, ~notiz, ~notizen, freitext,
        ~beschreibung, ~anmerkung, ~anmerkungen, *freitext
    """,
    Meaning.AGE: """
        alter, altersgruppe, lebensalter, patientenalter, alter in jahren, altersklasse, alter
        bei aufnahme, lebensjahre, altersband
    """,
    Meaning.BIRTH_DATE: "geburtsdatum, geburtstag, gebdat, geb datum, geb dat, geboren am, geb",
    Meaning.DATE: """
        datum, *datum, zeitpunkt, zeitstempel, ?monat, ?tag, aufnahmetag, ?aufnahme,
        ?entlassung, sterbetag, todestag, ?woche, ?uhrzeit
    """,
    Meaning.YEAR: "jahr, geburtsjahr, jahrgang, abschlussjahr, todesjahr, baujahr, aufnahmejahr",
    Meaning.SEX: "geschlecht, *geschlecht, anrede",
    Meaning.POSTCODE: "plz, postleitzahl, *postleitzahl, wohnort plz, plz wohnort, postleitgebiet",
    Meaning.COUNTRY: "land, geburtsland, herkunftsland, wohnland, länderkürzel, ländercode, staat",
    Meaning.NATIONALITY: """
        nationalität, staatsangehörigkeit, *staatsangehörigkeit, staatsbürgerschaft
    """,
    Meaning.PLACE: """
        stadt, ort, wohnort, gemeinde, bundesland, landkreis, kreis, bezirk, stadtteil, kanton,
        geburtsort, ortsteil, ortschaft, regierungsbezirk, heimatort, wohngegend, ags,
        stadtbezirk
    """,
    Meaning.COORDINATES: "breitengrad, längengrad, koordinaten",
    Meaning.PROFESSION: """
        beruf, tätigkeit, berufsgruppe, stelle, dienstgrad, berufsbezeichnung, beschäftigung,
        erwerbsstatus, arbeitszeit, branche, beschäftigungsstatus, berufstätigkeit,
        erwerbstätigkeit, stellung im beruf, berufsstatus, wochenstunden
    """,
    Meaning.EMPLOYER: """
        arbeitgeber, firma, unternehmen, schule, krankenhaus, klinik, universität, abteilung,
        hochschule, betrieb, arbeitsstätte
    """,
    Meaning.EDUCATION: """
        bildung, schulabschluss, bildungsabschluss, ausbildung, abschluss, bildungsgrad,
        studium, studienfach, bildungsstand, bildungsniveau, berufsausbildung, akademischer
        grad, studiengang
    """,
    Meaning.MARITAL_STATUS: "familienstand, zivilstand, personenstand, verheiratet, ehestand",
    Meaning.FAMILY: """
        kinder, anzahl kinder, kinderzahl, haushaltsgröße, haushalt, geschwister, anzahl der
        kinder, kinderanzahl, haushaltstyp, anzahl personen
    """,
    Meaning.ETHNICITY: """
        ethnie, ethnizität, ethnische herkunft, hautfarbe, rasse, volksgruppe, abstammung
    """,
    Meaning.LANGUAGE: "sprache, muttersprache, *muttersprache",
    Meaning.BODY: "~gewicht, ~größe, körpergröße, körpergewicht, augenfarbe, haarfarbe",
    Meaning.VEHICLE: "fahrzeug, automarke, fahrzeugtyp, automodell",
    Meaning.HOUSING: "wohnung, wohnform, wohnsituation, wohnverhältnis, wohnungsart",
    Meaning.CODE: "~kürzel, ~kategorie, dokumenttyp, ausweisart",
    Meaning.THING: "dateiname, produktname, tabellenname, spaltenname, projektname, artikelnummer",
    Meaning.ICD10: "icd 10 code, icd kode, icd schlüssel, icd diagnose",
    Meaning.DIAGNOSIS: """
        diagnose, *diagnose, *diagnosen, krankheit, *krankheit, erkrankung, *erkrankung,
        todesursache, symptom, symptome, befund, krebs, krankheitsbild, begleiterkrankung,
        hauptdiagnose, bluthochdruck, infektion
    """,
    Meaning.HEALTH: """
        gesundheit, gesundheitszustand, behandlung, medikament, medikamente, medikation,
        behinderung, schwangerschaft, schwanger, raucher, blutgruppe, blutdruck, allergie,
        allergien, impfung, schwerbehinderung, grad der behinderung, therapie, impfstatus,
        rauchen, alkohol, pflegegrad, pflegestufe, krankentage, fehltage, arzneimittel,
        anamnese, krankmeldung, raucherstatus, krankenstand, laborwert, diät, ernährung,
        ernährungsform, ernährungsweise, essgewohnheiten, essstörung, magersucht, bulimie,
        unverträglichkeit, *unverträglichkeit, *intoleranz, *allergie, vegan, vegetarisch,
        vegetarier, psychotherapie, *therapie, physiotherapie, antidepressiva, tabletten,
        schmerzen, schmerz, schlafstörung, schlafstörungen, sucht, drogen, drogenkonsum,
        alkoholkonsum, tabak, tabakkonsum, rauchverhalten, zigaretten, zigaretten pro tag,
        nichtraucher, behindert, schwerbehindert, behinderungsgrad, rollstuhl, hörgerät,
        sehbehinderung, pflegebedürftig, pflegebedürftigkeit, förderbedarf, schwangerschaften,
        schwangerschaftswoche, entbindungstermin, fehlgeburt, abtreibung, verhütung,
        kinderwunsch, wechseljahre, stillen, geimpft, vorerkrankungen, organspender,
        arztbesuche, krankenhausaufenthalte, adhs, autismus
    """,
    Meaning.GENETIC: "genetik, genom, dns, genotyp, gentest",
    Meaning.BIOMETRIC: "biometrie, fingerabdruck, gesichtsbild",
    Meaning.RELIGION: """
        religion, konfession, glaube, religionszugehörigkeit, weltanschauung, kirchensteuer
    """,
    Meaning.POLITICS: """
        partei, parteizugehörigkeit, politische meinung, politische einstellung, wahlabsicht,
        parteimitglied, parteipräferenz
    """,
    Meaning.UNION: "gewerkschaft, gewerkschaftszugehörigkeit, gewerkschaftsmitglied",
    Meaning.SEXUALITY: "sexuelle orientierung, sexualität, sexualleben",
    Meaning.INCOME: """
        einkommen, *einkommen, gehalt, lohn, verdienst, rente, bruttogehalt, nettogehalt,
        jahresgehalt, monatsgehalt, bruttolohn, nettolohn, stundenlohn, besoldung,
        gehaltsklasse, vergütung
    """,
    Meaning.FINANCE: """
        ~kosten, behandlungskosten, schulden, kontostand, kredit, darlehen, hypothek, vermögen,
        schufa, bonität, insolvenz, ersparnisse, kreditbetrag, kreditsumme, sozialhilfe,
        bürgergeld, miete, kredithöhe
    """,
    Meaning.CRIMINAL: """
        vorstrafe, vorstrafen, straftat, straftaten, verurteilung, delikt, haft, führungszeugnis
    """,
}
