"""French words for column names: `date de naissance` is a birth date (marks as in `english`)."""

from collections.abc import Mapping
from typing import Final

from incrowd.roles.meaning import Meaning

WORDS: Final[Mapping[Meaning, str]] = {
    Meaning.NAME: """
        ~nom, ~noms, prénom, prénoms, nom de famille, nom complet, nom de jeune fille, nom
        patient, nom client, nom prénom, nom usuel, nom de naissance, surnom, nom et prénom
    """,
    Meaning.EMAIL: "courriel, adresse électronique, adresse mail, adresse email, adresse e mail",
    Meaning.PHONE: """
        téléphone, portable, numéro de téléphone, téléphone portable, téléphone mobile, numéro
        portable, tél portable, téléphone fixe
    """,
    Meaning.ADDRESS: "adresse, rue, domicile, adresse postale, voie, numéro de rue, lieu dit",
    Meaning.CARD_NUMBER: "carte bancaire, carte de crédit, numéro de carte, carte bleue",
    Meaning.ACCOUNT_NUMBER: """
        compte bancaire, numéro de compte, rib, numéro de police, numéro de contrat
    """,
    Meaning.NATIONAL_ID: """
        nir, numéro de sécurité sociale, sécurité sociale, numéro sécu, carte d'identité,
        passeport, numéro de passeport, numéro fiscal, carte vitale, numéro d'identité, permis
        de conduire, numéro national, registre national, pièce d'identité, num secu, niss, num
        ss, numéro insee
    """,
    Meaning.IDENTIFIER: """
        ~identifiant, id patient, id client, id utilisateur, id personne, numéro patient, numéro
        client, numéro de dossier, num dossier, ~matricule, numéro de patient, numéro
        d'adhérent, id salarié, id individu, numéro de client, code patient, code client, ipp,
        numéro étudiant, ine, numéro d'ordre, numéro adhérent, identifiant patient, ~numéro,
        ~clé
    """,
    Meaning.USERNAME: "utilisateur, nom d'utilisateur, mot de passe, pseudo, pseudonyme",
    Meaning.IP_ADDRESS: "adresse ip",
    Meaning.MAC_ADDRESS: "adresse mac",
    Meaning.URL: "site web, page web, site internet",
    Meaning.PLATE: "plaque, immatriculation, plaque d'immatriculation, numéro de châssis",
    Meaning.FREE_TEXT: """
        ~commentaire, ~commentaires, ~remarque, ~remarques, ~observations, texte libre
    """,
    Meaning.AGE: "âge, groupe d'âge, tranche d'âge, classe d'âge, âge années, catégorie d'âge",
    Meaning.BIRTH_DATE: """
        date de naissance, naissance, date naiss, né le, ddn, jour de naissance, dnaiss
    """,
    Meaning.DATE: """
        date d'entrée, date de sortie, date de décès, ?jour, ?mois, horodatage, ?heure, date
        d'admission, ?semaine, ?entrée, ?sortie
    """,
    Meaning.YEAR: "année, année de naissance, an naissance, annee naiss, ?millésime",
    Meaning.SEX: "sexe, civilité, ?genre",
    Meaning.POSTCODE: "code postal, ?cp, cod postal, code postale",
    Meaning.COUNTRY: "pays, pays de naissance, pays d'origine, pays de résidence, code pays",
    Meaning.NATIONALITY: "nationalité, citoyenneté",
    Meaning.PLACE: """
        ville, commune, département, région, lieu de naissance, lieu de résidence, quartier,
        canton, arrondissement, lieu, localité, code insee, code commune, résidence, ville de
        naissance, insee
    """,
    Meaning.COORDINATES: "coordonnées gps, coordonnées géographiques",
    Meaning.PROFESSION: """
        profession, métier, emploi, poste, csp, catégorie socioprofessionnelle, situation
        professionnelle, fonction, pcs, statut professionnel, activité professionnelle,
        catégorie professionnelle, heures par semaine, secteur d'activité
    """,
    Meaning.EMPLOYER: """
        employeur, entreprise, société, école, université, hôpital, établissement, clinique
    """,
    Meaning.EDUCATION: """
        diplôme, niveau d'études, études, éducation, niveau d'éducation, scolarité, niveau
        d'instruction, formation, niveau de diplôme, niveau scolaire
    """,
    Meaning.MARITAL_STATUS: """
        état civil, situation matrimoniale, statut marital, état matrimonial, statut matrimonial
    """,
    Meaning.FAMILY: """
        enfants, nombre d'enfants, nb enfants, situation familiale, taille du ménage, ménage,
        foyer, lien de parenté, personnes à charge, nombre de personnes, situation de famille
    """,
    Meaning.ETHNICITY: "ethnie, origine ethnique, couleur de peau, groupe ethnique, race",
    Meaning.LANGUAGE: "langue, langue maternelle",
    Meaning.BODY: "~poids, ~taille, imc, couleur des yeux, couleur des cheveux",
    Meaning.VEHICLE: "véhicule, voiture, marque de voiture, modèle de voiture",
    Meaning.HOUSING: "logement, type de logement, statut d'occupation",
    Meaning.CODE: "type de document, ~catégorie",
    Meaning.THING: "nom de fichier, nom du produit, nom produit, nom fichier",
    Meaning.ICD10: "cim, cim 10, code cim, code cim 10",
    Meaning.DIAGNOSIS: """
        diagnostic, maladie, maladies, pathologie, pathologies, symptôme, symptômes, cause de
        décès, cause du décès, affection, diagnostic principal, diagnostic associé, vih, sida,
        motif de consultation, diabète, comorbidité
    """,
    Meaning.HEALTH: """
        santé, état de santé, traitement, médicament, médicaments, handicap, grossesse,
        enceinte, fumeur, tabac, groupe sanguin, antécédents, allergie, allergies, vaccin,
        vaccination, tension artérielle, invalidité, antécédents médicaux, arrêt maladie,
        consommation d'alcool, rqth, tabagisme, régime alimentaire, alimentation, restrictions
        alimentaires, allergie alimentaire, intolérance, intolérances, intolérance alimentaire,
        cœliaque, végétalien, végétarien, trouble alimentaire, troubles alimentaires, trouble du
        comportement alimentaire, anorexie, boulimie, thérapie, psychothérapie, kinésithérapie,
        santé mentale, antidépresseurs, médication, douleur, douleurs, insomnie, anxiété,
        addiction, drogue, drogues, consommation de drogues, alcool, alcoolisme, fume, fumeuse,
        cigarettes par jour, consommation de tabac, handicapé, situation de handicap, fauteuil
        roulant, appareil auditif, perte d'autonomie, besoins particuliers, grossesses, semaine
        de grossesse, fausse couche, avortement, ivg, contraception, contraceptif, fertilité,
        ménopause, menstruation, allaitement, vacciné, visites médicales, tdah, autisme
    """,
    Meaning.GENETIC: "génétique, génome, adn, génotype, données génétiques",
    Meaning.BIOMETRIC: "biométrique, empreinte digitale, empreinte, empreintes digitales",
    Meaning.RELIGION: "religion, croyance, croyances, confession, confession religieuse, culte",
    Meaning.POLITICS: """
        parti politique, opinion politique, parti, vote, intention de vote, appartenance
        politique
    """,
    Meaning.UNION: "syndicat, appartenance syndicale, syndiqué, adhésion syndicale",
    Meaning.SEXUALITY: "orientation sexuelle, vie sexuelle, sexualité",
    Meaning.INCOME: """
        revenu, revenus, salaire, rémunération, traitement mensuel, retraite, salaire net,
        salaire brut, revenu annuel, revenu mensuel, revenu fiscal, quotient familial, paie
    """,
    Meaning.FINANCE: """
        ~coût, ~coûts, ~dépenses, dette, dettes, solde, prêt, emprunt, hypothèque, crédit,
        patrimoine, épargne, surendettement, situation financière, aide sociale, loyer
    """,
    Meaning.CRIMINAL: """
        casier judiciaire, condamnation, condamnations, délit, infraction, infractions, peine
    """,
}
