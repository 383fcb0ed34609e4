/** The tables that a harbour office keeps by hand: countries, ports, vessel types, commodities, berths. */

const codedCountries = `
NO Norway|Nordic|0;SE Sweden|Nordic|1;DK Denmark|Nordic|1;FI Finland|Nordic|1;IS Iceland|Nordic|0;FO Faroe Islands|Nordic|0
EE Estonia|Baltic|1;LV Latvia|Baltic|1;LT Lithuania|Baltic|1;PL Poland|Baltic|1;DE Germany|Western Europe|1
NL Netherlands|Western Europe|1;BE Belgium|Western Europe|1;FR France|Western Europe|1;GB United Kingdom|Western Europe|0
IE Ireland|Western Europe|1;ES Spain|Mediterranean|1;PT Portugal|Mediterranean|1;IT Italy|Mediterranean|1
GR Greece|Mediterranean|1;MT Malta|Mediterranean|1;CY Cyprus|Mediterranean|1;TR Türkiye|Mediterranean|0
MA Morocco|Africa|0;CI Côte d'Ivoire|Africa|0;ST São Tomé and Príncipe|Africa|0;LR Liberia|Africa|0
BR Brazil|Americas|0;CA Canada|Americas|0;US United States|Americas|0;PA Panama|Americas|0;BS Bahamas|Americas|0
CW Curaçao|Americas|0;AG Antigua and Barbuda|Americas|0;MH Marshall Islands|Oceania|0;CN China|Asia|0
SG Singapore|Asia|0;IN India|Asia|0;HK Hong Kong|Asia|0;RE Réunion|Africa|0`;

const codedPorts = `
NOBGO Bergen|NO|410;NOAES Ålesund|NO|560;NOTRD Trondheim|NO|690;NODRM Drammen|NO|250;NOTOS Tromsø|NO|1120;SEGOT Göteborg|SE|170
SESTO Stockholm|SE|480;SEMMA Malmö|SE|140;SELLA Luleå|SE|880;DKAAR Aarhus|DK|120;DKCPH København|DK|150;DKEBJ Esbjerg|DK|260
FIHEL Helsinki|FI|620;FITKU Turku|FI|560;FIKOK Kokkola|FI|820;ISREY Reykjavík|IS|1080;FOTHO Tórshavn|FO|640;EETLL Tallinn|EE|600
LVRIX Rīga|LV|530;LTKLJ Klaipėda|LT|400;PLGDN Gdańsk|PL|370;PLSWI Świnoujście|PL|260;DEHAM Hamburg|DE|310;DEBRV Bremerhaven|DE|300
DERSK Rostock|DE|210;NLRTM Rotterdam|NL|470;NLAMS Amsterdam|NL|440;BEANR Antwerpen|BE|520;BEZEE Zeebrugge|BE|490;FRLEH Le Havre|FR|660
FRDKK Dunkerque|FR|520;FRBES Brest|FR|890;GBFXT Felixstowe|GB|480;GBIMM Immingham|GB|420;GBABD Aberdeen|GB|390;IEORK Cork|IE|980
ESLCG A Coruña|ES|1240;ESBIO Bilbao|ES|1150;ESAGP Málaga|ES|1910;PTLEI Leixões|PT|1370;PTLIS Lisboa|PT|1480;ITGOA Genova|IT|2530
GRPIR Piraeus|GR|3120;MTMAR Marsaxlokk|MT|2650;TRIST İstanbul|TR|3480;MACAS Casablanca|MA|1760;CIABJ Abidjan|CI|4010;STTMS São Tomé|ST|4520
BRSSZ Santos|BR|5790;BRITQ Itaqui|BR|4730;CAMTR Montréal|CA|3290;USNYC New York|US|3510;PAONX Colón|PA|5020;CWWIL Willemstad|CW|4480
CNSHA Shanghai|CN|;SGSIN Singapore|SG|;INMUN Mundra|IN|;REREU Le Port|RE|`;

const codedCommodities = `
0101 Live cattle|Agriculture|;1001 Wheat|Agriculture|;1201 Soya beans|Agriculture|;0303 Frozen fish|Food|;1701 Raw sugar|Food|;0901 Green coffee|Food|
1604 Fish oil|Food|;2523 Cement|Minerals|;2601 Iron ore|Minerals|;2701 Coal|Minerals|4.2;2501 Road salt|Minerals|;2503 Sulphur|Minerals|4.1
2709 Crude oil|Fuels|3;2710 Marine gas oil|Fuels|3;2711 Liquefied gas|Fuels|2.1;2807 Sulphuric acid|Chemicals|8;2814 Ammonia|Chemicals|2.3
3102 Fertiliser|Chemicals|5.1;3105 NPK blend|Chemicals|;4403 Round timber|Forest products|;4407 Sawn timber|Forest products|
4703 Wood pulp|Forest products|;4801 Newsprint|Forest products|;7208 Steel coils|Metals|;7601 Aluminium ingots|Metals|;7204 Scrap iron|Metals|
8703 Cars|Vehicles|;8704 Lorries|Vehicles|;8502 Wind turbine parts|Machinery|;8609 Mixed containers|Containers|;8610 Empty containers|Containers|;3602 Blasting powder|Chemicals|1.1`;

const codedTypes = `
BULK Bulk carrier|1;CONT Container ship|1;TANK Oil tanker|1;CHEM Chemical tanker|1;GASC Gas carrier|1;GENC General cargo ship|1
RORO Ro-ro ship|1;LIVE Livestock carrier|1;PASS Passenger ship|0;FISH Fishing vessel|0;DRED Dredger|0;CABL Cable layer|0;ICEB Icebreaker|0`;

const codedBerths = `
T1 Timber Quay|180|8.5|0;T2 Timber Quay|180|8.5|0;T3 Timber Quay|140|7.0|0;G1 Grain Quay|220|10.5|0;G2 Grain Quay|220|11.0|1
N1 North Quay|260|12.0|1;N2 North Quay|260|12.0|1;N3 North Quay|200|10.5|1;N4 North Quay|150|8.0|0;O1 Oil Jetty|290|14.5|0
O2 Oil Jetty|240|13.0|0;C1 Container Terminal|340|14.0|1;C2 Container Terminal|340|14.0|1;C3 Container Terminal|300|13.5|1
F1 Ferry Terminal|210|7.5|1;F2 Ferry Terminal|210|7.5|1;S1 South Basin|120|6.0|0;S2 South Basin|120|6.0|0;S3 South Basin|90|5.5|0
S4 South Basin|90|5.0|0;M1 Mårten's Quay|160|9.0|1;M2 Mårten's Quay|160|9.0|0`;

/** Splits "CODE rest|of|the fields" entries, separated by semicolons and line ends. */
function entries(coded: string): [code: string, ...fields: string[]][] {
  return coded
    .trim()
    .split(/[;\n]/)
    .map((entry) => {
      const space = entry.indexOf(" ");
      return [entry.slice(0, space), ...entry.slice(space + 1).split("|")];
    });
}

export const countries = entries(codedCountries).map(([code, name = "", region = "", eu]) => ({
  code,
  name,
  region,
  eu_member: Number(eu),
}));

/** `distance_nm` is the sailing distance to the harbour in nautical miles, NULL where nobody looked it up. */
export const ports = entries(codedPorts).map(([unlocode, name = "", country_code = "", distance]) => ({
  unlocode,
  name,
  country_code,
  distance_nm: distance ? Number(distance) : null,
}));

export const commodities = entries(codedCommodities).map(([code, name = "", goods_group = "", hazard]) => ({
  code,
  name,
  goods_group,
  hazard_class: hazard || null,
}));

export const vesselTypes = entries(codedTypes).map(([code, name = "", carries]) => ({
  code,
  name,
  carries_cargo: Number(carries),
}));

export const berths = entries(codedBerths).map(([code, quay = "", length, depth, shorePower], index) => ({
  berth_id: index + 1,
  code,
  quay,
  length_m: Number(length),
  depth_m: Number(depth),
  shore_power: Number(shorePower),
}));
