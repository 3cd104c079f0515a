"""Religions by tradition: Lutheran -> Christianity -> a religion -> *."""

from types import MappingProxyType
from typing import Final

from incrowd.hierarchies.builder import Builder
from incrowd.hierarchies.dictionary import Dictionary
from incrowd.language import say

WORDS: Final = MappingProxyType(
    {
        "Buddhism": """
            buddhism, buddhist, theravada, theravada buddhism, mahayana, mahayana buddhism, zen
            buddhism, zen buddhist, tibetan buddhism, vajrayana, budismo, budista, buddhismus,
            buddhistisch, bouddhisme, bouddhiste, buddhismo, buddista
        """,
        "Christianity": """
            christianity, christian, catholic, roman catholic, greek catholic, catholicism,
            protestant, protestantism, orthodox christian, eastern orthodox, greek orthodox, russian
            orthodox, serbian orthodox, oriental orthodox, coptic orthodox, coptic, lutheran,
            anglican, episcopalian, church of england, evangelical, evangelical christian, baptist,
            methodist, presbyterian, pentecostal, adventist, seventh day adventist, mennonite,
            quaker, mormon, latter day saints, jehovahs witness, jehovahs witnesses, old catholic,
            new apostolic, cristianismo, cristiano, cristiana, catolicismo, catolico, catolica,
            catolico romano, protestante, ortodoxo, ortodoxa, evangelico, evangelica, luterano,
            luterana, anglicano, anglicana, bautista, metodista, adventista, testigo de jehova,
            testigos de jehova, christentum, christlich, katholisch, romisch katholisch,
            evangelisch, evangelisch lutherisch, evangelisch reformiert, protestantisch, orthodox,
            griechisch orthodox, russisch orthodox, serbisch orthodox, altkatholisch,
            neuapostolisch, zeugen jehovas, freikirchlich, evangelisch freikirchlich, baptistisch,
            christianisme, chretien, chretienne, catholique, catholique romain, orthodoxe,
            evangelique, lutherien, lutherienne, anglicane, temoin de jehovah, temoins de jehovah,
            cristianesimo, cattolico, cattolica, cattolicesimo, ortodosso, ortodossa, valdese,
            testimone di geova, testimoni di geova, cristao, crista, batista, presbiteriano,
            presbiteriana, testemunha de jeova, testemunhas de jeova
        """,
        "Hinduism": """
            hinduism, hindu, hinduismo, hinduista, hinduismus, hinduistisch, hindouisme, hindou,
            hindoue, induismo, induista, indu
        """,
        "Islam": """
            islam, islamic, muslim, moslem, sunni, sunni muslim, shia, shia muslim, shiite,
            ahmadiyya, ahmadi, ibadi, islamismo, musulman, musulmana, suni, chii, islamisch,
            muslimisch, moslemisch, sunnitisch, schiitisch, musulmane, sunnite, chiite, musulmano,
            sunnita, sciita, muculmano, muculmana, islamico, islamica, xiita
        """,
        "Judaism": """
            judaism, jewish, jew, orthodox jew, orthodox jewish, reform jewish, judaismo, judio,
            judia, judentum, judisch, israelitisch, judaisme, juif, juive, ebraismo, ebreo, ebrea,
            ebraico, ebraica, judeu, judaico, judaica
        """,
        "Other religions": """
            other religion, other religions, other faith, sikhism, sikh, jainism, jain, bahai, bahai
            faith, taoism, taoist, daoism, daoist, confucianism, confucian, shinto, shintoism,
            shintoist, zoroastrian, zoroastrianism, parsi, druze, druse, yazidi, yezidi, rastafari,
            rastafarian, pagan, paganism, wicca, wiccan, druid, animist, animism, spiritism,
            spiritist, voodoo, vodou, candomble, umbanda, cao dai, tenrikyo, scientology, folk
            religion, traditional religion, otra religion, otras religiones, sijismo, sij, taoismo,
            taoista, sintoismo, sintoista, andere religion, sonstige religion, sikhismus, taoismus,
            taoistisch, schintoismus, jesidisch, autre religion, sikhisme, taoisme, taoiste,
            shintoiste, altra religione, sikhismo, scintoismo, outra religiao, siquismo, espirita,
            espiritismo, xintoismo
        """,
        "No religion": """
            no religion, none, no religious affiliation, unaffiliated, not religious, nonreligious,
            non religious, irreligious, atheist, atheism, agnostic, agnosticism, humanist, secular
            humanist, secular humanism, freethinker, rationalist, secular, sin religion, ninguna,
            ninguna religion, no creyente, ateo, atea, ateismo, agnostico, agnostica, agnosticismo,
            keine, keine religion, konfessionslos, ohne konfession, ohne religion, ohne bekenntnis,
            religionslos, atheistisch, agnostisch, atheismus, sans religion, aucune, aucune
            religion, athee, atheisme, agnostique, non croyant, non croyante, nessuna, nessuna
            religione, non credente, sem religiao, nenhuma, ateu, ateia, nao religioso
        """,
    }
)

_DICTIONARY: Final = Dictionary(
    name="religion",
    title=say("religious group"),
    why=say("its values are words for a religion"),
    how=say("Broad religious groups, then with or without a religion."),
    words=WORDS,
    wider=MappingProxyType(
        {group: group if group == "No religion" else "a religion" for group in WORDS}
    ),
    wider_title=say("with or without a religion"),
)

BUILDER = Builder(
    name="religion",
    title="Religious groups",
    explanation="Shows only the broad group of a religion, then only whether there is one.",
    citation="Australian Bureau of Statistics, Australian standard classification of religious "
    "groups, 2016, broad groups",
    suits=_DICTIONARY.suits,
    build=_DICTIONARY.build,
)
