"""Occupations by group of ISCO-08: lawyer -> Professionals -> high-skilled non-manual -> *."""

from types import MappingProxyType
from typing import Final

from incrowd.hierarchies.builder import Builder
from incrowd.hierarchies.dictionary import Dictionary
from incrowd.language import say

WORDS: Final = MappingProxyType(
    {
        "Managers": """
            manager, managing director, director, chief executive, chief executive officer, ceo,
            general manager, hotel manager, restaurant manager, sales manager, marketing manager,
            finance manager, human resources manager, hr manager, production manager, school
            principal, headmaster, headmistress, mayor, member of parliament, senator, gerente,
            gerenta, directora, director general, directora general, directivo, directiva, alcalde,
            alcaldesa, geschaftsfuhrer, geschaftsfuhrerin, direktor, direktorin, fuhrungskraft,
            managerin, schulleiter, schulleiterin, burgermeister, burgermeisterin, directeur,
            directrice, directeur general, directrice generale, maire, direttore, direttrice,
            dirigente, direttore generale, sindaco, diretor, diretora, diretor geral, gestor,
            gestora
        """,
        "Professionals": """
            physician, doctor, medical doctor, general practitioner, surgeon, psychiatrist, dentist,
            pharmacist, veterinarian, nurse, registered nurse, midwife, physiotherapist,
            psychologist, dietician, speech therapist, optometrist, lawyer, attorney, solicitor,
            barrister, judge, prosecutor, notary, teacher, school teacher, schoolteacher, primary
            school teacher, secondary school teacher, kindergarten teacher, preschool teacher,
            special needs teacher, professor, university professor, lecturer, university lecturer,
            scientist, researcher, biologist, chemist, physicist, geologist, astronomer,
            meteorologist, mathematician, statistician, actuary, economist, sociologist,
            anthropologist, historian, philosopher, engineer, civil engineer, mechanical engineer,
            electrical engineer, electronics engineer, chemical engineer, industrial engineer,
            software engineer, software developer, web developer, programmer, systems analyst,
            database administrator, data scientist, architect, urban planner, graphic designer,
            accountant, auditor, financial analyst, management consultant, journalist, writer,
            author, translator, interpreter, librarian, archivist, actor, actress, musician, singer,
            composer, dancer, sculptor, film director, priest, pastor, imam, rabbi, social worker,
            medico, medica, doctora, cirujano, cirujana, dentista, odontologo, odontologa,
            farmaceutico, farmaceutica, veterinario, veterinaria, enfermero, enfermera, matrona,
            fisioterapeuta, psicologo, psicologa, abogado, abogada, juez, jueza, notario, notaria,
            profesor, profesora, maestro, maestra, docente, cientifico, cientifica, investigador,
            investigadora, biologo, biologa, quimico, quimica, fisico, matematico, matematica,
            economista, ingeniero, ingeniera, programador, programadora, arquitecto, arquitecta,
            contador, contadora, periodista, escritor, escritora, traductor, traductora,
            bibliotecario, bibliotecaria, musico, actriz, sacerdote, trabajador social, trabajadora
            social, arzt, arztin, zahnarzt, zahnarztin, apotheker, apothekerin, tierarzt,
            tierarztin, hebamme, psychologe, psychologin, rechtsanwalt, rechtsanwaltin, anwalt,
            anwaltin, richter, richterin, notar, notarin, lehrer, lehrerin, grundschullehrer,
            grundschullehrerin, professorin, wissenschaftler, wissenschaftlerin, forscher,
            forscherin, biologe, biologin, chemiker, chemikerin, physiker, physikerin, mathematiker,
            mathematikerin, okonom, okonomin, ingenieur, ingenieurin, softwareentwickler,
            softwareentwicklerin, informatiker, informatikerin, programmierer, programmiererin,
            architekt, architektin, journalistin, schriftsteller, schriftstellerin, ubersetzer,
            ubersetzerin, dolmetscher, dolmetscherin, bibliothekar, bibliothekarin, musiker,
            musikerin, schauspieler, schauspielerin, pfarrer, pfarrerin, sozialarbeiter,
            sozialarbeiterin, medecin, chirurgien, chirurgienne, dentiste, pharmacien, pharmacienne,
            veterinaire, infirmier, infirmiere, sage femme, kinesitherapeute, psychologue, avocat,
            avocate, juge, notaire, enseignant, enseignante, professeur, professeure, instituteur,
            institutrice, scientifique, chercheur, chercheuse, biologiste, chimiste, physicien,
            physicienne, mathematicien, mathematicienne, economiste, ingenieure, developpeur,
            developpeuse, informaticien, informaticienne, programmeur, programmeuse, architecte,
            journaliste, ecrivain, traducteur, traductrice, bibliothecaire, musicien, musicienne,
            acteur, actrice, pretre, assistant social, assistante sociale, dottore, dottoressa,
            chirurgo, farmacista, infermiere, infermiera, ostetrica, avvocato, avvocata,
            avvocatessa, giudice, notaio, insegnante, professore, professoressa, scienziato,
            scienziata, ricercatore, ricercatrice, chimico, ingegnere, programmatore,
            programmatrice, architetto, commercialista, giornalista, scrittore, scrittrice,
            traduttore, traduttrice, musicista, attore, attrice, prete, assistente sociale,
            enfermeiro, enfermeira, advogado, advogada, juiz, juiza, professora, cientista,
            pesquisador, pesquisadora, engenheiro, engenheira, arquiteto, arquiteta, jornalista,
            tradutor, tradutora, atriz, ator, padre, assistente social, cirurgiao
        """,
        "Technicians and associate professionals": """
            technician, laboratory technician, lab technician, engineering technician, draughtsman,
            draughtsperson, draftsman, pilot, airline pilot, air traffic controller, paramedic,
            dental hygienist, dental assistant, pharmacy technician, radiographer, licensed
            practical nurse, insurance agent, sales representative, real estate agent, estate agent,
            bookkeeper, stockbroker, executive secretary, legal secretary, paralegal, police
            inspector, customs officer, tax inspector, athlete, professional athlete, footballer,
            fitness instructor, photographer, interior designer, event planner, it technician,
            tecnico, tecnica, tecnico de laboratorio, piloto, fotografo, fotografa, agente de
            seguros, agente inmobiliario, representante comercial, deportista, techniker,
            technikerin, pilotin, fotograf, fotografin, versicherungsvertreter, buchhalter,
            buchhalterin, immobilienmakler, immobilienmaklerin, laborant, laborantin, sanitater,
            sanitaterin, technicien, technicienne, technicien de laboratoire, pilote, photographe,
            agent immobilier, sportif professionnel, geometra, agente immobiliare, atleta, agente
            imobiliario, paramedico, corretor de imoveis
        """,
        "Clerical support workers": """
            clerk, office clerk, office worker, secretary, receptionist, hotel receptionist, typist,
            data entry clerk, bank teller, travel agent, call centre agent, call center agent,
            telephone operator, switchboard operator, mail carrier, postman, payroll clerk,
            accounting clerk, stock clerk, filing clerk, proofreader, secretario, secretaria,
            administrativo, administrativa, auxiliar administrativo, auxiliar administrativa,
            oficinista, recepcionista, cartero, cartera, sekretar, sekretarin, burokraft,
            burokaufmann, burokauffrau, sachbearbeiter, sachbearbeiterin, rezeptionist,
            rezeptionistin, brieftrager, brieftragerin, postbote, secretaire, employe de bureau,
            employee de bureau, receptionniste, facteur, factrice, segretario, segretaria,
            impiegato, impiegata, postino, postina, escriturario, escrituraria, carteiro,
            rececionista
        """,
        "Service and sales workers": """
            cook, waiter, waitress, bartender, hairdresser, barber, beautician, salesperson,
            salesman, saleswoman, shop assistant, sales assistant, shopkeeper, cashier, childcare
            worker, child care worker, nanny, babysitter, teachers aide, healthcare assistant,
            health care assistant, nursing assistant, nursing aide, home care worker, caregiver,
            carer, police officer, policeman, policewoman, firefighter, fireman, security guard,
            prison guard, prison officer, flight attendant, train conductor, tour guide, travel
            guide, housekeeper, butler, caretaker, janitor, driving instructor, undertaker,
            telemarketer, cocinero, cocinera, camarero, camarera, mesero, mesera, peluquero,
            peluquera, esteticista, vendedor, vendedora, dependiente, dependienta, cajero, cajera,
            ninera, cuidador, cuidadora, policia, bombero, bombera, guardia de seguridad, vigilante,
            azafata, conserje, guia turistico, koch, kochin, kellner, kellnerin, friseur, friseurin,
            friseuse, kosmetikerin, verkaufer, verkauferin, kassierer, kassiererin,
            altenpflegehelfer, altenpflegehelferin, polizist, polizistin, feuerwehrmann,
            feuerwehrfrau, sicherheitskraft, flugbegleiter, flugbegleiterin, hausmeister,
            hausmeisterin, fahrlehrer, fahrlehrerin, tagesmutter, cuisinier, cuisiniere, serveur,
            serveuse, coiffeur, coiffeuse, estheticienne, vendeur, vendeuse, caissier, caissiere,
            aide soignant, aide soignante, policier, policiere, pompier, pompiere, agent de
            securite, hotesse de l air, assistante maternelle, cuoco, cuoca, cameriere, cameriera,
            parrucchiere, parrucchiera, barbiere, estetista, commesso, commessa, cassiere, cassiera,
            badante, poliziotto, poliziotta, vigile del fuoco, guardia giurata, cozinheiro,
            cozinheira, garcom, garconete, cabeleireiro, cabeleireira, caixa, baba, bombeiro,
            bombeira, policial, comissario de bordo, zelador
        """,
        "Skilled agricultural, forestry and fishery workers": """
            farmer, dairy farmer, livestock farmer, crop farmer, gardener, fisherman, fisher,
            lumberjack, beekeeper, winegrower, hunter, agricultor, agricultora, ganadero, ganadera,
            jardinero, jardinera, pescador, pescadora, apicultor, apicultora, landwirt, landwirtin,
            bauer, bauerin, gartner, gartnerin, fischer, fischerin, imker, imkerin, winzer,
            winzerin, agriculteur, agricultrice, eleveur, eleveuse, jardinier, jardiniere, pecheur,
            viticulteur, viticultrice, apiculteur, bucheron, agricoltore, agricoltrice, allevatore,
            giardiniere, giardiniera, pescatore, apicoltore, viticoltore, jardineiro, jardineira,
            pecuarista
        """,
        "Craft and related trades workers": """
            builder, house builder, carpenter, joiner, bricklayer, stonemason, plumber, electrician,
            house painter, roofer, plasterer, tiler, glazier, welder, blacksmith, toolmaker,
            mechanic, car mechanic, auto mechanic, motor mechanic, aircraft mechanic, baker,
            butcher, tailor, dressmaker, seamstress, shoemaker, printer, goldsmith, jeweller,
            watchmaker, potter, cabinet maker, upholsterer, sheet metal worker, carpintero,
            carpintera, albanil, fontanero, fontanera, plomero, electricista, soldador, soldadora,
            herrero, mecanico, mecanica, panadero, panadera, carnicero, carnicera, sastre,
            costurera, zapatero, joyero, joyera, relojero, tischler, tischlerin, schreiner,
            schreinerin, zimmermann, maurer, maurerin, klempner, klempnerin, elektriker,
            elektrikerin, dachdecker, dachdeckerin, fliesenleger, schweisser, schweisserin, schmied,
            mechaniker, mechanikerin, kfz mechaniker, backer, backerin, metzger, metzgerin,
            fleischer, fleischerin, schneider, schneiderin, schuster, goldschmied, goldschmiedin,
            uhrmacher, uhrmacherin, menuisier, menuisiere, charpentier, macon, plombier,
            electricien, electricienne, couvreur, soudeur, soudeuse, forgeron, mecanicien,
            mecanicienne, boulanger, boulangere, boucher, bouchere, tailleur, couturiere,
            cordonnier, bijoutier, horloger, falegname, carpentiere, muratore, idraulico,
            elettricista, saldatore, fabbro, meccanico, panettiere, panettiera, fornaio, macellaio,
            sarto, sarta, calzolaio, orefice, orologiaio, marceneiro, pedreiro, encanador,
            canalizador, eletricista, ferreiro, padeiro, padeira, acougueiro, alfaiate, sapateiro,
            joalheiro, relojoeiro
        """,
        "Plant and machine operators, and assemblers": """
            driver, truck driver, lorry driver, bus driver, taxi driver, tram driver, train driver,
            delivery driver, machine operator, forklift driver, forklift operator, crane operator,
            miner, assembler, assembly line worker, tractor driver, sailor, seaman, sewing machine
            operator, conductor de camion, camionero, camionera, taxista, chofer, conductor de
            autobus, maquinista, minero, minera, operador de maquinas, marinero, fahrer, fahrerin,
            lkw fahrer, lkw fahrerin, lastwagenfahrer, busfahrer, busfahrerin, taxifahrer,
            taxifahrerin, lokfuhrer, lokfuhrerin, maschinenfuhrer, maschinenbediener, bergmann,
            matrose, kranfuhrer, staplerfahrer, chauffeur, chauffeur routier, routier, conducteur de
            bus, conducteur de train, chauffeur de taxi, mineur, cariste, grutier, matelot, autista,
            camionista, tassista, macchinista, minatore, marinaio, gruista, motorista, motorista de
            caminhao, motorista de onibus, caminhoneiro, mineiro, marinheiro
        """,
        "Elementary occupations": """
            cleaner, domestic worker, maid, labourer, laborer, construction labourer, farm labourer,
            farm worker, fruit picker, warehouse worker, dishwasher, kitchen helper, garbage
            collector, refuse collector, street sweeper, porter, window cleaner, shelf stacker,
            packer, limpiador, limpiadora, empleada domestica, empleado domestico, peon, barrendero,
            barrendera, mozo de almacen, lavaplatos, reinigungskraft, putzkraft, putzfrau,
            hilfsarbeiter, hilfsarbeiterin, lagerarbeiter, lagerarbeiterin, erntehelfer,
            erntehelferin, mullwerker, kuchenhilfe, agent d entretien, femme de menage, homme de
            menage, manoeuvre, manutentionnaire, eboueur, plongeur, addetto alle pulizie, addetta
            alle pulizie, colf, manovale, bracciante, lavapiatti, netturbino, faxineiro, faxineira,
            empregada domestica, gari, lixeiro
        """,
        "Armed forces occupations": """
            soldier, armed forces, army officer, military, military officer, sergeant, soldado,
            militar, fuerzas armadas, soldat, soldatin, bundeswehr, streitkrafte, militaire, forces
            armees, soldato, militare, forze armate, forcas armadas
        """,
        "Not employed": """
            student, pupil, unemployed, retired, pensioner, homemaker, housewife, house husband,
            child, not working, estudiante, alumno, alumna, desempleado, desempleada, parado,
            parada, jubilado, jubilada, pensionista, ama de casa, schuler, schulerin, studentin,
            arbeitslos, rentner, rentnerin, pensionar, pensionarin, hausfrau, hausmann, kind,
            etudiant, etudiante, eleve, chomeur, chomeuse, retraite, retraitee, femme au foyer,
            homme au foyer, sans emploi, studente, studentessa, disoccupato, disoccupata,
            pensionato, pensionata, casalinga, casalingo, estudante, desempregado, desempregada,
            aposentado, aposentada, reformado, reformada, dona de casa
        """,
    }
)

_DICTIONARY: Final = Dictionary(
    name="occupation",
    title=say("major group of ISCO-08"),
    why=say("its values are names of occupations"),
    how=say("Major groups of ISCO-08, then by skill and kind of work."),
    words=WORDS,
    wider=MappingProxyType(
        {
            "Managers": "high-skilled non-manual",
            "Professionals": "high-skilled non-manual",
            "Technicians and associate professionals": "high-skilled non-manual",
            "Clerical support workers": "low-skilled non-manual",
            "Service and sales workers": "low-skilled non-manual",
            "Skilled agricultural, forestry and fishery workers": "high-skilled manual",
            "Craft and related trades workers": "high-skilled manual",
            "Plant and machine operators, and assemblers": "low-skilled manual",
            "Elementary occupations": "low-skilled manual",
            "Armed forces occupations": "Armed forces occupations",
            "Not employed": "Not employed",
        }
    ),
    wider_title=say("skill and kind of work"),
)

BUILDER = Builder(
    name="occupation",
    title="Occupations",
    explanation="Shows only the ISCO-08 major group of an occupation, then only its kind.",
    citation="International Labour Organization, International standard classification of "
    "occupations (ISCO-08), 2012; kinds of work as Eurofound joins the major groups",
    suits=_DICTIONARY.suits,
    build=_DICTIONARY.build,
)
