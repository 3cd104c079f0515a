"""Portuguese words for column names: `data de nascimento` is a birth date (marks: `english`)."""

from collections.abc import Mapping
from typing import Final

from incrowd.roles.meaning import Meaning

WORDS: Final[Mapping[Meaning, str]] = {
    Meaning.NAME: """
        ~nome, ~nomes, apelido, sobrenome, nome completo, primeiro nome, último nome, nome
        paciente, nome cliente, nome próprio, nome da mãe, nome do pai, nome do paciente, nome
        social
    """,
    Meaning.EMAIL: "correio eletrónico, correio eletrônico, endereço de email, endereço eletrónico",
    Meaning.PHONE: """
        telefone, telemóvel, celular, número de telefone, contacto telefónico, telefone fixo,
        número de telemóvel
    """,
    Meaning.ADDRESS: """
        endereço, morada, rua, logradouro, domicílio, número da porta, endereço residencial
    """,
    Meaning.CARD_NUMBER: "cartão de crédito, número do cartão, número de cartão, cartão bancário",
    Meaning.ACCOUNT_NUMBER: """
        conta bancária, número da conta, número de conta, nib, apólice, conta corrente
    """,
    Meaning.NATIONAL_ID: """
        cpf, rg, nif, niss, cartão de cidadão, bilhete de identidade, passaporte, cnh, número de
        contribuinte, contribuinte, número de utente, cartão cidadão, número de identificação
        fiscal, segurança social, número de segurança social, título de eleitor, carta de
        condução, cns, número utente
    """,
    Meaning.IDENTIFIER: """
        ~identificador, id paciente, id cliente, id utente, id pessoa, número do paciente,
        número de cliente, número do processo, código paciente, código cliente, número de
        processo, prontuário, número do prontuário, número de aluno, código do paciente,
        ~número, ~chave, id utilizador
    """,
    Meaning.USERNAME: """
        utilizador, usuário, nome de utilizador, nome de usuário, senha, palavra passe
    """,
    Meaning.IP_ADDRESS: "endereço ip",
    Meaning.MAC_ADDRESS: "endereço mac",
    Meaning.URL: "página web, sítio web, página pessoal",
    Meaning.PLATE: "matrícula, placa, chassi, placa do veículo",
    Meaning.FREE_TEXT: "~comentário, ~comentários, ~observações, ~notas, texto livre, ~descrição",
    Meaning.AGE: "idade, grupo etário, faixa etária, escalão etário, idade anos, grupo de idade",
    Meaning.BIRTH_DATE: """
        data de nascimento, nascimento, data nasc, dt nasc, dt nascimento, dtnasc, nascido em
    """,
    Meaning.DATE: """
        ?data, data de internamento, data de alta, data de óbito, ?dia, ?mês, ?hora, data e
        hora, data de internação, data de admissão, ?semana, ?internamento, ?alta
    """,
    Meaning.YEAR: "ano, ano de nascimento, ano nascimento",
    Meaning.SEX: "sexo, género, gênero",
    Meaning.POSTCODE: "código postal, ?cep, ?cp",
    Meaning.COUNTRY: """
        país, país de nascimento, país de origem, país de residência, naturalidade país
    """,
    Meaning.NATIONALITY: "nacionalidade, cidadania",
    Meaning.PLACE: """
        cidade, município, concelho, freguesia, distrito, ~estado, uf, região, bairro,
        localidade, local de nascimento, naturalidade, local de residência, residência,
        província
    """,
    Meaning.COORDINATES: "latitude, longitude, coordenadas",
    Meaning.PROFESSION: """
        profissão, ocupação, emprego, cargo, trabalho, situação profissional, função, cbo,
        categoria profissional, situação laboral, horas semanais, setor de atividade
    """,
    Meaning.EMPLOYER: """
        empregador, empresa, escola, universidade, hospital, entidade patronal, local de
        trabalho
    """,
    Meaning.EDUCATION: """
        escolaridade, educação, nível de escolaridade, habilitações, habilitações literárias,
        grau de instrução, nível de ensino, formação, estudos, grau académico, nível educacional
    """,
    Meaning.MARITAL_STATUS: "estado civil, situação conjugal, casado",
    Meaning.FAMILY: """
        filhos, número de filhos, agregado familiar, tamanho do agregado, parentesco, família,
        dependentes, número de dependentes, número de pessoas, situação familiar
    """,
    Meaning.ETHNICITY: "raça, etnia, cor da pele, raça cor, origem étnica, grupo étnico, cor raça",
    Meaning.LANGUAGE: "idioma, língua, língua materna",
    Meaning.BODY: "~peso, ~altura, estatura, imc, cor dos olhos, cor do cabelo",
    Meaning.VEHICLE: "veículo, carro, automóvel, modelo do carro, marca do carro",
    Meaning.HOUSING: "habitação, moradia, tipo de habitação, tipo de moradia",
    Meaning.CODE: "~código, tipo de documento, ~categoria",
    Meaning.THING: "nome do ficheiro, nome do arquivo, nome do produto, nome produto, nome arquivo",
    Meaning.ICD10: "cid, cid 10, código cid, código cid 10",
    Meaning.DIAGNOSIS: """
        diagnóstico, doença, doenças, patologia, sintoma, sintomas, causa de morte, causa da
        morte, diagnóstico principal, enfermidade, câncer, cancro, vih, sida, causa do óbito,
        diagnóstico secundário, hipertensão, comorbidade, motivo de consulta
    """,
    Meaning.HEALTH: """
        saúde, estado de saúde, tratamento, medicação, medicamento, medicamentos, deficiência,
        gravidez, gestante, grávida, fumante, fumador, tabagismo, grupo sanguíneo, tipo
        sanguíneo, alergia, alergias, vacina, vacinação, pressão arterial, incapacidade,
        antecedentes, baixa médica, cirurgia, consumo de álcool, dieta, alimentação, regime
        alimentar, restrições alimentares, alergia alimentar, intolerância, intolerâncias,
        intolerância alimentar, celíaco, vegano, vegetariano, distúrbio alimentar, transtorno
        alimentar, perturbação alimentar, anorexia, bulimia, terapia, psicoterapia,
        fisioterapia, saúde mental, antidepressivos, remédio, remédios, fármaco, dor, insônia,
        insónia, ansiedade, drogas, uso de drogas, álcool, alcoolismo, fuma, cigarros, cigarros
        por dia, tabaco, deficiente, cadeira de rodas, aparelho auditivo, necessidades
        especiais, gestações, semanas de gestação, gestação, aborto, contracepção,
        contraceptivo, anticoncepcional, fertilidade, menopausa, menstruação, amamentação,
        aleitamento, vacinado, consultas médicas, doador de órgãos, tdah, autismo
    """,
    Meaning.GENETIC: "genético, genética, genoma, adn, genótipo, mutação, dados genéticos",
    Meaning.BIOMETRIC: "biométrico, impressão digital, digital do dedo, dados biométricos",
    Meaning.RELIGION: "religião, crença, crenças, fé, confissão religiosa, credo",
    Meaning.POLITICS: """
        partido, partido político, voto, opinião política, intenção de voto, filiação partidária
    """,
    Meaning.UNION: "sindicato, filiação sindical, sindicalizado",
    Meaning.SEXUALITY: "orientação sexual, vida sexual, sexualidade",
    Meaning.INCOME: """
        renda, salário, rendimento, rendimentos, ordenado, vencimento, remuneração, pensão,
        renda familiar, renda mensal, rendimento anual, rendimento mensal, faixa salarial, faixa
        de renda
    """,
    Meaning.FINANCE: """
        ~custo, ~custos, ~despesa, ~despesas, dívida, dívidas, saldo, empréstimo, hipoteca,
        crédito, património, patrimônio, poupança, inadimplência, bolsa família, subsídio
    """,
    Meaning.CRIMINAL: """
        antecedentes criminais, crime, crimes, condenação, condenações, registo criminal,
        delito, pena
    """,
}
