import { wordFamilies } from "./word-families.ts";

/** Words by which a question may speak of one thing, though they do not mean the same: a family a line. */
const families = `
deserve call grade
kilogram kg kilo kilos
litre liter l
hang depend attached belong dependent linked
survive stay keep remain kept
copy duplicate double twice entry twin
flag mark marked label tag note
agency authority office organisation organization outfit body institution house department board bureau
company firm business enterprise corporation corporate outfit manufacturer vendor supplier
employer employ payroll staff agency house company hire
person people individual head soul inhabitant resident citizen population headcount folk capita human
population served connected person inhabitant town household
technician worker employee staff crew assistant clerk operative engineer fitter colleague personnel person people
customer client buyer shopper purchaser user guest account
student pupil learner
teacher instructor professor lecturer
patient sick
doctor physician surgeon
owner owned proprietor holder possessor firm company operator landlord hold
manager boss chief supervisor leader
hire joined recruited year employed engaged started
permit licence license allowed permission concession authorised authorisation allowance
permitted allowed licensed
station site gauge post spot location point outpost gauging place
river stream water watercourse brook creek waterway
river stream flow
basin catchment watershed drainage
country nation land homeland
city town municipality settlement
street road lane route
shop store branch outlet
warehouse depot storehouse
pipe outfall outlet discharge drain sewer conduit
industrial industry factory factories plant manufacturing mill
storm rain pour wet weather spill overflow flood
sewage wastewater effluent municipal town
sample reading measurement measured result lab laboratory analysis observation probe figure
visit trip stay tour call round outing excursion field
visit came trip
incident accident event case spill mishap emergency occurrence thing
fish dead killed kill carcass casualty death victim
repair ticket maintenance job fix order service
device equipment gadget instrument gear logger apparatus machine
voltage battery volt power charge
inspect inspection check checked control examination audit inspector test review examine
uninspected inspection unchecked unvisited
finding outcome verdict conclusion result
breach violation violated offence infringement bad fail failed failure
trust trustworthy reliable usable sound checked quality good valid credible
doubtful rejected unchecked checked plausible quality questionable dubious suspicious thrown threw discard
looked examined checked reviewed seen quality
code mark flag grade category class
parameter substance quantity measured compound chemical
bacteria coli gut faecal germ microbe bug
swim swimming bathing bather bathe bath swimmer
dirty polluted unfit unsafe filthy foul contaminated closed
phosphorus tp substance
nitrate nitrogen no3n substance
ammonium ammonia nh4n
oxygen do dissolved
bod demand organic
temperature temp warmth heat warm cold degree
bill cost money spent euro price spending paid expense charge fee invoice amount
price cost amount fare rate tariff fee
working running active service operating use used operational live operate
closed shut suspended retired status filed ended finished
open pending outstanding unresolved unfinished unsettled unfixed
season seasonal month summer day warm warmer winter period part year time
recent recently lately new newer fresh
duration length last lasted took time long response drag clock hours span
report reported reporting begin phone told notify announced
close closed closing end shut file stop settle
begin began start started opening onset first
concentration content mg
load carried burden freight kilo
discharge flow water gauged stream run current volume
area surface km2 square surveyed extent size
risk rate danger hazard chance
share fraction proportion percentage rate percent part ratio
place rank ranking position standing
smallest lowest minimum weakest least small low little fewest poorest
largest highest maximum biggest large high big great greatest most top
longest long lengthy
average mean typical usual
median average mean middle
total sum add altogether whole
create make build
rule constraint condition
combination unique together
moment instant time when clock
digit decimal place
overloaded exceed beyond overload overburdened
utilisation utilization usage exploitation
spelling name owner written letter
headwater spring upper source stream
credit agency belong attribute assign
score index point mark part rating value
stress strain worn exhausted tired suffering burden pressure
strained stressed strain worn bad
weight weigh factor coefficient equal share matter
factor constant multiplier coefficient number
shaky vulnerable weak unstable fragile risky poor
weak low bad poor flat
trigger cause
tool function routine procedure gadget helper stored
view list saved stored
phosphorus nutrient
organic ols bod
nutrient nls
order purchase sale transaction deal
salary pay wage income earning
product item article goods merchandise
weather atmospheric condition
signal transmission
noise snr
market exchange
household home
waived forgiven remitted
exit left leave quit departed departure
rent rented lease leased hire charter chartered borrow
scan survey
book title volume
film movie picture
song track tune
game match fixture
flight trip journey
car vehicle automobile
loan credit debt
account deposit
school college university
hospital clinic
drug medicine medication
employee worker staff
payment pay instalment
date day
complete completed finished fulfilled delivered done pending cancelled canceled incomplete abandoned
running active operating operational decommissioned retired inactive defunct offline live mothballed
emergency urgent acute elective planned routine scheduled
planned scheduled unplanned foreseen
retail business corporate wholesale consumer commercial
web app online store shop mobile offline website
died dead death deceased alive survived mortality
replica copy reproduction fake original genuine
suspended banned blocked locked disabled
approved accepted rejected denied declined
employed unemployed student pupil retired pensioner worker job occupation
domestic international foreign abroad border country nation origin destination
refund refunded return returned reimbursed
commission commissioned built installed launched opened
age old year young birth born
row line record entry
empty blank null missing void nought
zero nought nil none
surplus extra superfluous redundant
blend mix mixture combine weight sum
behave behaviour compliance comply obey rule law breach
revoked withdrawn cancelled zero void
size big large extent biggest largest
poor lowest worst bad
respond response react reaction answer
slow late long delayed
fail exceed exceeded over failed
colony colonies bacteria coli
verified checked quality reviewed
retired closed suspended status state operation
state status condition operation service working
cancelled revoked withdrawn zero
paper document licence permit
upland headwater spring brook tiny small order
length duration long time
bottle sample warm
fit unfit fine safe swim
proportion weight share factor
print write show
twin double same identical
employ employer payroll staff work technician
inhabitant resident people population head connected person
duration run lasted hour time took
moment start started instant time
substance phosphorus nitrogen oxygen
`;

/** Whether two words, or their stems, speak of one thing. */
export const areRelated: (one: string, other: string) => boolean = wordFamilies(families);
