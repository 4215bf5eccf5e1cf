import type { CountryCode } from '../identifiers/index.js';

/** Words for random names and addresses. A likeness to real persons or firms is a coincidence. */
export interface Words {
  readonly givenNames: readonly string[];
  readonly surnames: readonly string[];
  /** First and second halves of invented company names. */
  readonly beginnings: readonly string[];
  readonly endings: readonly string[];
  readonly trades: readonly string[];
  readonly streets: readonly string[];
  /** City, first digits of its postal codes, weight. */
  readonly cities: readonly (readonly [city: string, postalCode: string, weight: number])[];
  /** Legal form, weight. */
  readonly legalForms: readonly (readonly [string, number])[];
  readonly currency: string;
}

const list = (words: string): readonly string[] => words.split(' ');

export const WORDS: Readonly<Record<CountryCode, Words>> = {
  SE: {
    givenNames: list(
      'Anna Maria Eva Karin Sara Lena Emma Kerstin Malin Jenny Linda Åsa Elin Ida Sofia Johanna Ulrika Märta Linnéa Anna-Karin Lars Mikael Anders ' +
        'Johan Erik Per Peter Thomas Jan Fredrik Daniel Magnus Björn Mattias Henrik Göran Jonas Marcus Oskar Karl-Johan Axel Elias Örjan',
    ),
    surnames: list(
      'Almgård Bergstrand Björkdal Dalhem Ekhage Fagerlid Granvik Hallstrand Högsten Isfors Järnvall Kvistberg Lindhage Lövstig Mossdal Näsmark ' +
        'Oxelryd Rönnfors Sjötorp Skoglid Stenhage Tallvik Ulvskog Vassdal Åkerlid Älgstrand Öhrfors Norrvall Söderhage Västermo',
    ),
    beginnings: list('Norr Söder Väst Öst Lind Björk Gran Alm Ek Sten Berg Sjö Vik Dal Silver Järn Kvarn Hav Ljus Snö'),
    endings: list('hem vall fors torp stad sund holm mark gård bro näs lunda ryd kulla sätra'),
    trades: list(
      'Bygg Data Konsult Fastigheter Logistik Energi Maskin Redovisning Media Industri Teknik Handel Vård Transport Design',
    ),
    streets: list(
      'Storgatan Kungsvägen Bruksgatan Hamngatan Björkvägen Industrigatan Skolgatan Kvarnvägen Ringvägen Parkgatan',
    ),
    cities: [
      ['Stockholm', '111', 30],
      ['Göteborg', '411', 16],
      ['Malmö', '211', 10],
      ['Uppsala', '753', 6],
      ['Linköping', '582', 5],
      ['Örebro', '702', 5],
      ['Västerås', '722', 4],
      ['Helsingborg', '252', 4],
      ['Umeå', '903', 3],
      ['Luleå', '972', 2],
      ['Åre', '830', 1],
    ],
    legalForms: [
      ['AB', 82],
      ['HB', 6],
      ['KB', 3],
      ['EK', 5],
      ['I', 4],
    ],
    currency: 'SEK',
  },
  NO: {
    givenNames: list(
      'Anne Inger Kari Marit Ingrid Liv Eva Berit Astrid Bjørg Hilde Solveig Silje Ida Nora Sigrid Anne-Marie Jan Per Bjørn Ole Lars Kjell ' +
        'Knut Arne Svein Thomas Hans Geir Tor Morten Erik Øystein Håkon Magnus Sindre Odd Åge Jon-Erik',
    ),
    surnames: list(
      'Fjellvang Bergsdal Nordskog Solvik Lundesgård Myrstad Havnes Tangerud Skogheim Dalåsen Bakkevoll Elvestrand Furuhaug Granåsen Heimdalsvik ' +
        'Kvernmo Lyngstad Moldskred Næsheim Osdal Rognli Sæterbø Tindeland Ulvestad Vågsnes Øvrebust Årdalsli Brattvoll Steinhaug Viksund',
    ),
    beginnings: list(
      'Nord Sør Vest Øst Fjell Fjord Sol Berg Hav Skog Elv Stein Bjørk Furu Gran Tinde Vik Sund Lyng Vår',
    ),
    endings: list('heim vik stad nes dal bø land haug sund rud voll ås fjord mo berg'),
    trades: list(
      'Bygg Eiendom Regnskap Rør Elektro Transport Consulting Invest Maskin Havbruk Data Design Shipping Energi Helse',
    ),
    streets: list(
      'Storgata Kirkeveien Havnegata Skoleveien Industriveien Fjordgata Solbakken Parkveien Strandveien Myrveien',
    ),
    cities: [
      ['Oslo', '01', 30],
      ['Bergen', '50', 14],
      ['Trondheim', '70', 10],
      ['Stavanger', '40', 9],
      ['Drammen', '30', 5],
      ['Kristiansand', '46', 5],
      ['Tromsø', '90', 4],
      ['Bodø', '80', 3],
      ['Ålesund', '60', 3],
      ['Hamar', '23', 2],
    ],
    legalForms: [
      ['AS', 86],
      ['ASA', 1],
      ['NUF', 5],
      ['DA', 3],
      ['ANS', 3],
      ['SA', 2],
    ],
    currency: 'NOK',
  },
  DK: {
    givenNames: list(
      'Anne Kirsten Mette Hanne Helle Susanne Lene Maria Marianne Camilla Louise Sofie Freja Karen-Margrethe Peter Jens Michael Lars Henrik Thomas ' +
        'Søren Jan Christian Martin Niels Anders Morten Jesper Rasmus Mads Kasper Frederik Jørgen Aksel Bjarke',
    ),
    surnames: list(
      'Agerskov Bakkedal Dalsholm Egelykke Fjordholt Grønhave Havelund Højmark Klintegård Langelund Mosebjerg Nørreby Overskov Rugholm ' +
        'Skovhave Sønderlund Toftegård Ulvholt Vestermose Ærtebjerg Østerlund Åkjær Birkemose Kildeholm Lindehave',
    ),
    beginnings: list(
      'Nord Syd Vest Øst Bøge Ege Lyng Strand Sol Klit Hav Skov Kilde Mølle Birk Havn Sten Lærke Svane Vind',
    ),
    endings: list('gaard holm lund bjerg skov by borg rup ager dal havn kær mose have høj'),
    trades: list(
      'Byg Revision Ejendomme Logistik Design Handel Teknik Energi Data Rådgivning Holding Industri Shipping Foods Klima',
    ),
    streets: list('Hovedgaden Strandvejen Skolegade Industrivej Havnegade Kirkevej Møllevej Parkvej Lindealle Engvej'),
    cities: [
      ['København', '1', 32],
      ['Aarhus', '80', 14],
      ['Odense', '50', 9],
      ['Aalborg', '90', 8],
      ['Esbjerg', '67', 4],
      ['Randers', '89', 3],
      ['Kolding', '60', 3],
      ['Horsens', '87', 3],
      ['Vejle', '71', 3],
      ['Roskilde', '40', 3],
    ],
    legalForms: [
      ['ApS', 62],
      ['A/S', 28],
      ['I/S', 5],
      ['K/S', 2],
      ['FMBA', 3],
    ],
    currency: 'DKK',
  },
  FI: {
    givenNames: list(
      'Maria Helena Johanna Anneli Kaarina Liisa Marjatta Hannele Sofia Aino Eeva Päivi Outi Anna-Liisa Juhani Johannes Olavi Antero Tapio Kalevi ' +
        'Mikael Matti Pekka Timo Jari Ville Antti Mikko Sami Jukka Eero Väinö Heikki Jan-Erik',
    ),
    surnames: list(
      'Aaltola Hakamäki Honkaranta Järvelmä Kaislavuo Kallioranta Kivelmä Koivumaa Kuusiharju Lehtovuo Mäntyranta Niemelmä Ojaharju Pihlajavuo ' +
        'Rantakivi Saarelmä Salovuo Suoranta Tammiharju Tuulikangas Vainiovuo Ylöharju Björkträsk Strandsund Åbackas',
    ),
    beginnings: list(
      'Pohja Etelä Länsi Itä Koivu Mänty Kivi Järvi Meri Sini Lumi Kulta Rauta Tuuli Kallio Suo Halla Karhu Joutsen Usva',
    ),
    endings: list('ranta mäki niemi saari vuori koski lahti joki metsä kangas harju salo pelto piha silta'),
    trades: list(
      'Rakennus Kiinteistöt Konsultointi Energia Teollisuus Logistiikka Tekniikka Palvelut Data Kone Kauppa Media Hoiva Huolto Metsä',
    ),
    streets: list(
      'Keskuskatu Rantatie Koulukatu Teollisuustie Satamakatu Kirkkokatu Myllytie Puistotie Asematie Metsätie',
    ),
    cities: [
      ['Helsinki', '00', 32],
      ['Espoo', '02', 10],
      ['Tampere', '33', 12],
      ['Vantaa', '01', 8],
      ['Oulu', '90', 7],
      ['Turku', '20', 8],
      ['Jyväskylä', '40', 5],
      ['Lahti', '15', 4],
      ['Kuopio', '70', 4],
      ['Vaasa', '65', 3],
    ],
    legalForms: [
      ['OY', 90],
      ['OYJ', 1],
      ['KY', 5],
      ['OSK', 2],
      ['AY', 2],
    ],
    currency: 'EUR',
  },
};

/** Digits of a postal code. */
export const POSTAL_CODE_LENGTH: Readonly<Record<CountryCode, number>> = { SE: 5, NO: 4, DK: 4, FI: 5 };
