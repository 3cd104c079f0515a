"""Spanish words for column names: `fecha de nacimiento` is a birth date (marks as in `english`)."""

from collections.abc import Mapping
from typing import Final

from incrowd.roles.meaning import Meaning

WORDS: Final[Mapping[Meaning, str]] = {
    Meaning.NAME: """
        ~nombre, ~nombres, apellido, apellidos, nombre completo, primer apellido, segundo
        apellido, nombre y apellidos, nombre paciente, nombre cliente, apodo, titular, ap
        paterno, ap materno, apellido paterno, apellido materno, nombre de pila
    """,
    Meaning.EMAIL: "correo, correo electrónico, dirección de correo, email, dirección electrónica",
    Meaning.PHONE: """
        teléfono, móvil, celular, teléfono móvil, número de teléfono, tfno, teléfono fijo
    """,
    Meaning.ADDRESS: "dirección, domicilio, calle, dirección postal, vía pública, número de calle",
    Meaning.CARD_NUMBER: "tarjeta, número de tarjeta, tarjeta de crédito, tarjeta bancaria",
    Meaning.ACCOUNT_NUMBER: "cuenta bancaria, número de cuenta, ccc, número de póliza, póliza",
    Meaning.NATIONAL_ID: """
        dni, nif, nie, dni nie, nif nie, número de identificación, pasaporte, cédula, número de
        pasaporte, curp, rfc, rut, cuil, documento de identidad, número de documento, nss,
        número de seguridad social, seguridad social, tarjeta sanitaria, número de la seguridad
        social, cédula de identidad, carnet de conducir, documento identidad, cip, nuhsa
    """,
    Meaning.IDENTIFIER: """
        ~identificador, id paciente, id cliente, id usuario, id persona, id empleado, número de
        historia, historia clínica, número de paciente, número de cliente, nhc, expediente,
        número de expediente, código paciente, código cliente, número de empleado, matrícula
        alumno, número de historia clínica, código de paciente, ~clave
    """,
    Meaning.USERNAME: "usuario, nombre de usuario, contraseña",
    Meaning.IP_ADDRESS: "dirección ip",
    Meaning.MAC_ADDRESS: "dirección mac",
    Meaning.URL: "página web, sitio web, enlace",
    Meaning.PLATE: "matrícula, placa, bastidor, número de bastidor, matrícula vehículo",
    Meaning.FREE_TEXT: """
        ~comentario, ~comentarios, ~observaciones, ~notas, texto libre, ~descripción,
        ~anotaciones
    """,
    Meaning.AGE: "edad, grupo de edad, edad años, tramo de edad, rango de edad, grupo edad, edades",
    Meaning.BIRTH_DATE: "fecha de nacimiento, nacimiento, fecha nac, fec nac, fnac, f nacimiento",
    Meaning.DATE: """
        fecha, fec, fecha de ingreso, fecha de alta, fecha de defunción, ?mes, ?día, ?ingreso,
        fecha y hora, ?hora, ?alta, fecha de baja
    """,
    Meaning.YEAR: "año, año de nacimiento, año nac",
    Meaning.SEX: "sexo, género, tratamiento cortesía",
    Meaning.POSTCODE: "código postal, cod postal, ?cp, c postal, cód postal",
    Meaning.COUNTRY: "país, país de nacimiento, país de origen, país de residencia, código país",
    Meaning.NATIONALITY: "nacionalidad, ciudadanía",
    Meaning.PLACE: """
        ciudad, municipio, provincia, localidad, población, comunidad autónoma, ~estado, lugar
        de nacimiento, lugar de residencia, barrio, distrito, ccaa, lugar, región, comarca,
        residencia, departamento residencia, poblado, pueblo
    """,
    Meaning.COORDINATES: "latitud, longitud, coordenadas",
    Meaning.PROFESSION: """
        profesión, ocupación, puesto, puesto de trabajo, oficio, empleo, trabajo, situación
        laboral, cargo, categoría profesional, actividad laboral, horas semanales
    """,
    Meaning.EMPLOYER: """
        empresa, empleador, centro de trabajo, colegio, universidad, centro, organismo
    """,
    Meaning.EDUCATION: """
        estudios, nivel de estudios, educación, nivel educativo, titulación, formación,
        escolaridad, nivel de formación, grado académico, nivel estudios
    """,
    Meaning.MARITAL_STATUS: "estado civil, casado",
    Meaning.FAMILY: """
        hijos, número de hijos, num hijos, tamaño del hogar, hogar, parentesco, personas a
        cargo, familia, situación familiar, número de personas
    """,
    Meaning.ETHNICITY: "raza, etnia, origen étnico, grupo étnico, color de piel, indígena",
    Meaning.LANGUAGE: "idioma, lengua, lengua materna, idioma materno",
    Meaning.BODY: "~peso, ~talla, estatura, ~altura, imc, color de ojos, color de pelo",
    Meaning.VEHICLE: "vehículo, coche, modelo de coche, marca del coche, automóvil",
    Meaning.HOUSING: "vivienda, tipo de vivienda, régimen de tenencia",
    Meaning.CODE: "~código, ~cod, tipo de documento, ~categoría",
    Meaning.THING: "nombre de archivo, nombre del producto, nombre producto, nombre archivo",
    Meaning.ICD10: "cie, cie 10, código cie, código cie 10",
    Meaning.DIAGNOSIS: """
        diagnóstico, diagnósticos, enfermedad, enfermedades, patología, síntoma, síntomas, causa
        de muerte, diagnóstico principal, dolencia, afección, diagnóstico secundario, cáncer,
        vih, sida, causa de defunción, motivo de consulta, comorbilidad, hipertensión
    """,
    Meaning.HEALTH: """
        salud, estado de salud, tratamiento, medicación, medicamento, discapacidad, embarazo,
        embarazada, fumador, tabaco, tabaquismo, grupo sanguíneo, antecedentes, alergia,
        alergias, vacuna, minusvalía, grado de discapacidad, baja médica, fármaco, tensión
        arterial, consumo de alcohol, incapacidad, estado vacunal, cirugía, intervención, dieta,
        régimen alimenticio, alimentación, restricciones alimentarias, alergia alimentaria,
        intolerancia, intolerancias, intolerancia alimentaria, celíaco, vegano,
        vegetariano, trastorno alimentario, trastorno alimenticio, anorexia, bulimia, terapia,
        psicoterapia, fisioterapia, salud mental, antidepresivos, fármacos, medicamentos,
        pastillas, dolor, insomnio, ansiedad, estrés, adicción, adicciones, drogas, consumo de
        drogas, alcohol, alcoholismo, fuma, fumadora, cigarrillos, cigarrillos al día, cannabis,
        discapacitado, silla de ruedas, audífono, grado de dependencia, necesidades especiales,
        embarazos, semanas de embarazo, gestación, aborto, anticonceptivo, anticonceptivos,
        anticoncepción, fertilidad, menopausia, menstruación, lactancia, vacunas, vacunación,
        vacunado, visitas al médico, donante de órganos, tdah, autismo
    """,
    Meaning.GENETIC: "genético, genética, genoma, adn, genotipo, mutación, datos genéticos",
    Meaning.BIOMETRIC: "biométrico, huella dactilar, huella, datos biométricos",
    Meaning.RELIGION: "religión, creencia, creencias, confesión, confesión religiosa",
    Meaning.POLITICS: """
        partido, partido político, voto, ideología, opinión política, afiliación política,
        intención de voto, ideología política
    """,
    Meaning.UNION: "sindicato, afiliación sindical, sindical, afiliado sindicato",
    Meaning.SEXUALITY: "orientación sexual, vida sexual, sexualidad",
    Meaning.INCOME: """
        salario, sueldo, ingresos, renta, nómina, ingreso mensual, ingreso anual, pensión,
        salario bruto, renta anual, ingresos anuales, retribución, ingresos mensuales, salario
        anual
    """,
    Meaning.FINANCE: """
        ~coste, ~costes, ~costo, ~gasto, ~gastos, deuda, deudas, saldo, préstamo, hipoteca,
        crédito, puntuación crediticia, patrimonio, ahorros, morosidad, embargo, situación
        económica, subsidio
    """,
    Meaning.CRIMINAL: """
        antecedentes penales, delito, delitos, condena, condenas, penal, prisión, antecedentes
        policiales
    """,
}
