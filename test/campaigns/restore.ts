import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startPayments } from './kill/payments.ts'
import { startUploaders } from './kill/uploaders.ts'
import { startWriters, type WriteLoad } from './kill/writers.ts'
import { aPerson, missingOf, type Person } from './restore/person.ts'
import {
  type DatabaseKind,
  openSite,
  PASSPHRASE,
  runCommand,
  type Site,
  type StoreKind,
  startServer,
} from './restore/site.ts'
import { economyFaults } from './support/economy.ts'

/**
 * Backs up servers under a load of writes, uploads and purchases, and restores each backup on an empty place of every other
 * kind; a cut and a changed backup must be refused: `npm run campaign:restore -- --seconds 20 --people 6`.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '20' }, people: { type: 'string', default: '6' } },
})
const [seconds, people] = [Number(values.seconds), Number(values.people)]

type Place = Readonly<Record<string, string>>
type Kind = readonly [DatabaseKind, StoreKind]

const KINDS: readonly Kind[] = [
  ['embedded', 'disk'],
  ['external', 's3'],
  ['embedded', 's3'],
  ['external', 'disk'],
]
const faults: string[] = []

/** Starts what people do to the server, lets it go on for a while, and returns how to stop it. */
async function startLoad(url: string, { DATA_DIR = '', DATABASE_URL }: Place): Promise<() => Promise<number>> {
  const loads: WriteLoad[] = [
    await startWriters(url, people),
    await startUploaders(url, people),
    await startPayments(url, people, DATA_DIR, DATABASE_URL),
  ]
  await delay(seconds * 500)
  return async () => {
    await delay(seconds * 500)
    await Promise.all(loads.map((load) => load.stop()))
    return loads.reduce((sum, load) => sum + load.acknowledged(), 0)
  }
}

interface Made {
  readonly archive: string
  readonly person: Person
}

/** A backup of a server of one kind, made under load. */
async function makeBackup(site: Site, [database, store]: Kind): Promise<Made> {
  const place = await site.place(database, store)
  const server = await startServer(place)
  const archive = join(site.folder(), 'plaza.tar.zst')
  try {
    const person = await aPerson(server.url)
    const stopLoad = await startLoad(server.url, place)
    const { code, output, took } = await runCommand({ ...place, BACKUP_PASSPHRASE: PASSPHRASE }, 'backup', archive)
    const acknowledged = await stopLoad()
    console.log(
      `${database}, ${store}: backup in ${took.toFixed(1)} s beside ${acknowledged} acknowledged writes. ${output.trim()}`,
    )
    if (code !== 0) faults.push(`the backup of ${database}, ${store} failed: ${output}`)
    return { archive, person }
  } finally {
    await server.stop()
  }
}

/** Restores a backup on an empty place, whose server must have what the backup has. */
async function checkRestore(site: Site, { archive, person }: Made, kind: Kind): Promise<void> {
  const what = kind.join(', ')
  const place: Place = { ...(await site.place(...kind)), BACKUP_PASSPHRASE: PASSPHRASE }
  const begun = performance.now()
  const { code, output } = await runCommand(place, 'restore', archive)
  if (code !== 0) return void faults.push(`the restore to ${what} failed: ${output}`)
  const server = await startServer(place)
  const recovered = (performance.now() - begun) / 1_000
  try {
    const missing = await missingOf(server.url, person)
    const books = await economyFaults(place)
    console.log(`  to ${what}: serving after ${recovered.toFixed(1)} s. ${output.trim()}`)
    faults.push(...[...missing, ...books].map((fault) => `after the restore to ${what}: ${fault}`))
  } finally {
    await server.stop()
  }
}

function damagedAt(whole: Buffer, part: number) {
  const at = Math.floor(whole.length * part)
  const changed = Buffer.from(whole)
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
  return [
    { how: `changed at ${at}`, bytes: changed },
    { how: `cut at ${at}`, bytes: whole.subarray(0, at) },
  ]
}

/** Backups that must be refused: cut at some places, or with one changed bit. */
async function checkDamage(site: Site, archive: string): Promise<void> {
  const whole = readFileSync(archive)
  const place = { ...(await site.place('external', 'disk')), BACKUP_PASSPHRASE: PASSPHRASE }
  const damaged = join(site.folder(), 'damaged.tar.zst')
  const refused: string[] = []
  for (const { how, bytes } of [0.0005, 0.1, 0.5, 0.9, 0.9999].flatMap((part) => damagedAt(whole, part))) {
    writeFileSync(damaged, bytes)
    const { code, output } = await runCommand(place, 'restore', damaged)
    if (code === 1) refused.push(output)
    else faults.push(`a backup that is ${how} was restored`)
  }
  console.log(`${refused.length} damaged backups refused, such as: ${refused.at(-1)?.trim().split('\n').at(-1)}`)
}

const site = await openSite()
try {
  for (const from of KINDS) {
    const made = await makeBackup(site, from)
    for (const to of KINDS.filter((kind) => kind !== from)) await checkRestore(site, made, to)
    if (from === KINDS[0]) await checkDamage(site, made.archive)
  }
} finally {
  await site.close()
}
for (const fault of faults) console.error(fault)
console.log(`${faults.length} faults`)
if (faults.length > 0) process.exitCode = 1
