import { wordFamilies } from "./word-families.ts";

/** Words that people use for each other when they speak of columns and values: a family a line. */
const families = `
start begin began begun beginning commence
end ended ending finish finished conclude
open opened opening
close closed closing closure resolve resolved
report reported reporting
hire hired hiring employ employed employment recruit recruited recruitment
cost costs spend spent spending expense expenses price paid
amount sum total
kill killed die died dead death deaths
population people inhabitants residents persons
serve served serves
status state
type kind category sort
name names called
owner owners owned operator
identifier id
id number
maintenance repair repairs ticket tickets
level value reading readings measurement measurements
site sites station stations gauge gauges
flag flags flagged mark marks marked
hang hangs depend depends
visit visits trip trips
agency agencies authority authorities organisation organization
technician technicians worker workers employee employees staff
basin basins catchment catchments
incident incidents accident accidents event events
breach breaches violation violations infringement infringements offence offences
permit permits licence licences
outfall outfalls outlet outlets
measurement measurements result results sample samples
factor coefficient multiplier
voltage volts volt
inspect inspection inspections inspected checks audits audited
date day
temp temperature
count counted number
licence license licensed licences licenses
utilisation utilization usage
rate ratio share
max maximum most
min minimum least
avg average mean
email mail
phone telephone
salary pay wage wages
customer client customers clients
product item products items
quantity units
country nation
city town
gender sex
birthday birth born
grade score
capacity size
`;

/** Whether two words, or their stems, mean the same of a column or value. */
export const areSynonyms: (one: string, other: string) => boolean = wordFamilies(families);
