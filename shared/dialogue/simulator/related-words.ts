import { wordFamilies } from "./word-families.ts";

/** Words by which a question may speak of one thing, though they do not mean the same: a family a line. */
const families = `
deserve call grade
kilogram kg kilo
litre liter l
hang depend attached belong
survive stay keep remain kept
copy duplicate double twice entry
flag mark marked
owner owned company firm operator
owner hold holder
employ employer payroll staff work technician
hire joined recruited year
permit licence license allowed
permitted allowed licensed
pipe outfall discharge
inhabitant resident people population head connected person
voltage battery volt power
repair ticket maintenance job fix
bill cost money spent euro price spending paid expense
working running active service operating
closed shut suspended retired status
trust trustworthy reliable usable sound checked quality
doubtful rejected unchecked checked plausible quality
sample reading measurement measured
bacteria coli gut faecal germ
swim swimming bathing bather bathe
dirty polluted unfit unsafe
season month summer day
duration length last lasted took time long response
report reported reporting begin
close closed closing end
incident accident event
fish dead killed
station site gauge
river stream water brook
basin catchment
area surface km2 square
flow discharge water gauged
concentration content mg
load carried
risk rate danger
breach violation violated offence
inspect inspection check checked
uninspected inspection
share fraction proportion percentage rate
percent percentage share
place rank ranking position
smallest lowest minimum weakest least small low little fewest
largest highest maximum biggest large high big great greatest most
longest long lengthy
duration run lasted hour time took
average mean
median average mean
total sum add altogether
create make build
duplicate double twice
rule constraint
combination unique
moment start started instant time
parameter substance quantity measured
substance phosphorus nitrogen oxygen
digit decimal
overloaded exceed beyond
spelling name owner
headwater spring upper stream
agency authority office organisation
credit agency belong
visit came trip
customer client buyer
order purchase
salary pay wage
country nation
product item article
weather atmospheric condition
signal transmission
score index
noise snr
market exchange
household home
scan survey
`;

/** Whether two words, or their stems, speak of one thing. */
export const areRelated: (one: string, other: string) => boolean = wordFamilies(families);
