"""Italian words for column names: `data di nascita` is a birth date (marks as in `english`)."""

from collections.abc import Mapping
from typing import Final

from incrowd.roles.meaning import Meaning

WORDS: Final[Mapping[Meaning, str]] = {
    Meaning.NAME: """
        ~nome, ~nomi, cognome, cognomi, nome completo, nome e cognome, cognome e nome, nome
        paziente, nome cliente, nominativo, soprannome, intestatario, cognome nome
    """,
    Meaning.EMAIL: "posta elettronica, indirizzo email, indirizzo mail, indirizzo e mail, pec",
    Meaning.PHONE: """
        telefono, cellulare, numero di telefono, recapito telefonico, numero telefonico,
        recapito
    """,
    Meaning.ADDRESS: """
        indirizzo, domicilio, numero civico, civico, indirizzo di residenza, ?via, strada
    """,
    Meaning.CARD_NUMBER: "carta di credito, numero carta, numero di carta",
    Meaning.ACCOUNT_NUMBER: """
        conto corrente, numero di conto, numero conto, numero polizza, polizza
    """,
    Meaning.NATIONAL_ID: """
        codice fiscale, cod fiscale, ?cf, carta d'identità, passaporto, numero passaporto,
        tessera sanitaria, partita iva, documento d'identità, numero documento, patente, numero
        patente, numero tessera sanitaria, codfisc, cod fisc
    """,
    Meaning.IDENTIFIER: """
        ~identificativo, id paziente, id cliente, id utente, id persona, codice paziente, codice
        cliente, numero paziente, numero cliente, numero cartella, matricola, id dipendente,
        cartella clinica, numero pratica, nosologico, codice identificativo, codice assistito,
        ~numero, ~chiave, codice utente, progressivo
    """,
    Meaning.USERNAME: "utente, nome utente",
    Meaning.IP_ADDRESS: "indirizzo ip",
    Meaning.MAC_ADDRESS: "indirizzo mac",
    Meaning.URL: "sito web, pagina web, sito internet",
    Meaning.PLATE: "targa, numero telaio, telaio",
    Meaning.FREE_TEXT: """
        ~commento, ~commenti, ~osservazioni, ~annotazioni, testo libero, ~descrizione
    """,
    Meaning.AGE: "età, fascia d'età, gruppo di età, classe di età, età anni, fascia età, eta anni",
    Meaning.BIRTH_DATE: """
        data di nascita, nascita, data nasc, nato il, dt nascita, giorno di nascita
    """,
    Meaning.DATE: """
        ?data, data di ricovero, data di dimissione, data di morte, data decesso, ?giorno,
        ?mese, ?ricovero, ?dimissione, ?ora, data e ora, ?settimana
    """,
    Meaning.YEAR: "anno, anno di nascita, anno nascita",
    Meaning.SEX: "sesso, genere",
    Meaning.POSTCODE: """
        ?cap, codice di avviamento postale, cap residenza, cap domicilio, codice postale
    """,
    Meaning.COUNTRY: """
        paese, nazione, stato di nascita, paese di nascita, paese di origine, paese di residenza
    """,
    Meaning.NATIONALITY: "nazionalità, cittadinanza",
    Meaning.PLACE: """
        città, comune, provincia, regione, luogo di nascita, luogo di residenza, residenza,
        quartiere, comune di nascita, comune di residenza, località, luogo, frazione, codice
        istat, ~stato
    """,
    Meaning.COORDINATES: "latitudine, longitudine, coordinate geografiche, coordinate",
    Meaning.PROFESSION: """
        professione, lavoro, mestiere, occupazione, impiego, mansione, qualifica, posizione
        lavorativa, condizione professionale, settore lavorativo, ore settimanali, inquadramento
    """,
    Meaning.EMPLOYER: """
        datore di lavoro, azienda, ditta, scuola, università, ospedale, società, reparto, ente
    """,
    Meaning.EDUCATION: """
        istruzione, titolo di studio, studi, livello di istruzione, scolarità, laurea, diploma,
        grado di istruzione, livello istruzione
    """,
    Meaning.MARITAL_STATUS: "stato civile, stato coniugale, coniugato",
    Meaning.FAMILY: """
        figli, numero di figli, numero figli, nucleo familiare, famiglia, componenti nucleo,
        parentela, relazione di parentela, numero componenti, componenti famiglia
    """,
    Meaning.ETHNICITY: "razza, etnia, origine etnica, gruppo etnico, colore della pelle",
    Meaning.LANGUAGE: "lingua, lingua madre, madrelingua",
    Meaning.BODY: "~peso, ~altezza, statura, imc, colore occhi, colore capelli",
    Meaning.VEHICLE: "veicolo, automobile, macchina, modello auto, marca auto",
    Meaning.HOUSING: "abitazione, alloggio, tipo di abitazione, titolo di godimento",
    Meaning.CODE: "~codice, tipo documento, ~categoria",
    Meaning.THING: "nome file, nome prodotto, nome del file, nome del prodotto",
    Meaning.ICD10: "codice icd, codice icd 10",
    Meaning.DIAGNOSIS: """
        diagnosi, malattia, malattie, patologia, patologie, sintomo, sintomi, causa di morte,
        disturbo, diagnosi principale, diagnosi secondaria, tumore, cancro, causa del decesso,
        diabete, comorbidità, ipertensione, quadro clinico
    """,
    Meaning.HEALTH: """
        salute, stato di salute, terapia, trattamento, farmaco, farmaci, disabilità, invalidità,
        gravidanza, incinta, fumatore, fumo, gruppo sanguigno, anamnesi, allergia, allergie,
        vaccino, vaccinazione, pressione arteriosa, handicap, malattia professionale, intervento
        chirurgico, dieta, alimentazione, regime alimentare, restrizioni alimentari, allergia
        alimentare, intolleranza, intolleranze, intolleranza alimentare, celiaco, celiachia,
        vegano, vegetariano, disturbo alimentare, disturbi alimentari, anoressia, bulimia,
        terapie, psicoterapia, fisioterapia, salute mentale, antidepressivi, medicinali, dolore,
        insonnia, ansia, dipendenze, droga, droghe, uso di droghe, alcol, consumo di alcol,
        fuma, fumatrice, sigarette, sigarette al giorno, tabagismo, disabile, sedia a rotelle,
        apparecchio acustico, non autosufficienza, bisogni speciali, gravidanze, settimana di
        gravidanza, aborto, contraccezione, contraccettivo, contraccettivi, fertilità,
        menopausa, mestruazioni, allattamento, vaccinato, visite mediche, donatore di organi,
        adhd, autismo
    """,
    Meaning.GENETIC: "genetico, genetica, genoma, genotipo, mutazione, dati genetici",
    Meaning.BIOMETRIC: "biometrico, impronta digitale, impronta, impronte digitali",
    Meaning.RELIGION: "religione, fede, credo, confessione, credo religioso, confessione religiosa",
    Meaning.POLITICS: """
        partito, partito politico, voto, opinione politica, orientamento politico, intenzione di
        voto
    """,
    Meaning.UNION: "sindacato, iscrizione sindacale, appartenenza sindacale",
    Meaning.SEXUALITY: "orientamento sessuale, vita sessuale, sessualità",
    Meaning.INCOME: """
        reddito, redditi, stipendio, salario, retribuzione, paga, pensione, reddito annuo,
        reddito mensile, stipendio lordo, stipendio netto, isee, ral, fascia di reddito
    """,
    Meaning.FINANCE: """
        ~costi, ~spesa, ~spese, debito, debiti, saldo, prestito, mutuo, credito, patrimonio,
        risparmi, insolvenza, affidabilità creditizia, affitto
    """,
    Meaning.CRIMINAL: """
        casellario giudiziale, precedenti penali, reato, reati, condanna, condanne, carichi
        pendenti
    """,
}
