import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { areas, exportRules } from '../../src/areas/index.ts'
import { Prisma } from '../../src/generated/prisma/client.ts'
import { inTransaction } from '../../src/kernel/database.ts'
import { newId } from '../../src/kernel/ids.ts'
import { MAIL_JOB } from '../../src/kernel/mail.ts'
import { type ImpersonalTable, isPersonal, type PersonalTable } from '../../src/kernel/personalData.ts'
import { anAccessFixture } from '../access/fixtures.ts'
import { runCli, settingsOf } from '../cli/childProcesses.ts'
import { anApp, sharedApp, type TestApp } from '../support/app.ts'
import { readTarGz } from '../support/tarGz.ts'
import { KEPT_IDS, KEPT_TEXTS, NOT_EXPORTED } from './personalDataExceptions.ts'
import {
  columnsWith,
  findRows,
  insertRowAbout,
  type Row,
  readColumns,
  readReferences,
  readTableNames,
  writeFreeTexts,
} from './personRows.ts'

const declared = areas.flatMap((area) => Object.entries(area.personalData ?? {}))
const { sql: shared } = (await sharedApp()).scope()
const columns = await readColumns(shared)
const references = await readReferences(shared)
const columnsOf = (table: string) => columns.filter((column) => column.table === table).map(({ name }) => name)

/** Columns of other people's rows that name a person, with the reasons that the areas give. */
const mentionsOf = (table: PersonalTable | ImpersonalTable) =>
  isPersonal(table) ? Object.keys(table.mentions ?? {}) : (table.mentions ?? [])

describe('what the areas declare of people', () => {
  it('names each table once', () => {
    const names = declared.map(([name]) => name)
    expect(names.toSorted()).toEqual(Object.keys(Prisma.ModelName).toSorted())
  })

  it('names each column that refers to a person', () => {
    const known = new Set(declared.flatMap(([name, table]) => peopleIn(table).map((column) => `${name}.${column}`)))
    const all = references.filter(({ to }) => to === 'User').map(({ table, column }) => `${table}.${column}`)
    expect(all.filter((column) => !known.has(column))).toEqual([])
  })

  it('names columns and tables that there are', () => {
    const wrong = [...exportRules.tables].flatMap(([name, table]) => {
      const missing = namedColumns(table).filter((column) => !columnsOf(name).includes(column))
      const links = (table.through ?? []).filter((link) => !exportRules.tables.has(link.table))
      return [...missing, ...links.map((link) => link.table)].map((what) => `${name}: ${what}`)
    })
    expect(wrong).toEqual([])
  })

  it('exports the content of every row of the blob store that a person has', () => {
    const stored = columns.filter(({ name }) => name === 'blobKey').map(({ table }) => table)
    const exported = [...exportRules.tables].filter(([, { content }]) => content).map(([name]) => name)
    // Thumbnails are made of the images, and exports are not in themselves.
    expect([...exported, 'DataExport', 'FileThumbnail'].toSorted()).toEqual(stored.toSorted())
  })
})

const peopleIn = (table: PersonalTable | ImpersonalTable | undefined) => {
  if (!table) return []
  return [...(isPersonal(table) ? (table.of ?? []) : []), ...mentionsOf(table)]
}

const namedColumns = ({ of = [], through = [], without = {}, onlyFor = {}, mentions = {}, content }: PersonalTable) => [
  ...of,
  ...through.map(({ column }) => column),
  ...Object.keys(without),
  ...Object.entries(onlyFor).flatMap(([column, leftOut]) => [column, ...Object.keys(leftOut)]),
  ...Object.keys(mentions),
  ...(content ? [...content.folder, content.fileName] : []),
]

const MARK = 'wordsofthisperson'

interface Person {
  readonly app: TestApp
  readonly id: string
  readonly username: string
  /** Names and the address, by which the person is known. */
  readonly names: readonly string[]
  readonly folder: string
}

/** A person with rows in every table that is about people, and with mails that were sent and that wait. */
async function aPersonEverywhere(): Promise<Person> {
  const app = await anApp()
  const { things } = await anAccessFixture(app)
  const { userId: id, username } = things
  const { begin, db, now } = app.scope()
  const [display, past] = ['Display of them', 'Formerly called']
  await db.user.update({ where: { id }, data: { displayName: display, displayNameKey: display.toLowerCase() } })
  await db.pastDisplayName.create({ data: { id: `pdn_${id}`, userId: id, displayName: past, updatedAt: now } })
  await db.account.update({ where: { userId: id }, data: { formerEmail: `former-${username}@plaza.test` } })
  // A submission of somebody else, which the person judges.
  const { jamId } = await db.jamSubmission.findFirstOrThrow({ where: { submitterId: id } })
  const contentId = newId('world', now)
  const times = { createdAt: now, updatedAt: now }
  await db.jamSubmission.create({
    data: { id: newId('jamSubmission', now), jamId, submitterId: things.targetId, contentId, ...times },
  })
  await inTransaction(begin, async (tx) => {
    await tx.sql.custom`SET LOCAL session_replication_role = replica`
    for (const [table, { of = [] }] of exportRules.tables) {
      const found = await findRows(tx.sql, { name: table, sql: `"${table}"` }, [id])
      if (of.length > 0 && found.length === 0) await insertRowAbout(tx.sql, table, { userId: id, of, text: 'some' })
    }
    await writeFreeTexts(tx.sql, id, MARK)
  })
  const { email } = await db.account.findUniqueOrThrow({ where: { userId: id } })
  const folder = await mkdtemp(join(tmpdir(), 'plaza-person-'))
  const names = [username, display, past, email ?? '']
  await sendMails(app, email ?? '')
  return { app, id, username, names, folder }
}

const mailTo = (to: string) => `From: plaza@plaza.test\r\nTo: Ada <${to}>\r\nSubject: x\r\n\r\nHello\r\n`
const mailFolder = (app: TestApp) => join(app.platform.settings.DATA_DIR, 'mail')

async function sendMails(app: TestApp, email: string): Promise<void> {
  const folder = mailFolder(app)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'to-person.eml'), mailTo(email))
  await writeFile(join(folder, 'to-other.eml'), mailTo(`not-${email}`))
  const { secrets, jobs } = app.platform
  for (const to of [email.toUpperCase(), `not-${email}`]) {
    const sealed = secrets.seal(MAIL_JOB, JSON.stringify({ to, subject: 'x', text: 'x', id: 'x', at: new Date() }))
    await jobs.send(MAIL_JOB, { sealed })
  }
}

/** The exported rows of a table, as texts that do not depend on URLs. */
function exportedRows(entries: ReadonlyMap<string, Buffer>, table: string, origin: string): ReadonlySet<string> {
  const parts = [...entries].filter(([name]) => new RegExp(`^data/${table}(-\\d+)?\\.json$`).test(name))
  const rows = parts.flatMap(([, content]): Row[] => JSON.parse(content.toString()))
  return new Set(rows.map((row) => comparable(row, table, origin)))
}

function comparable(row: Row, table: string, origin: string): string {
  const { without = {}, onlyFor = {} } = exportRules.tables.get(table) ?? {}
  const leftOut = [without, ...Object.values(onlyFor)].flatMap(Object.keys)
  const kept = Object.entries(row).filter(([name]) => !leftOut.includes(name))
  return JSON.stringify(kept.toSorted(([one], [other]) => (one < other ? -1 : 1))).replaceAll(origin, '')
}

describe('a person with rows in every table', () => {
  let person: Person
  let archive: ReadonlyMap<string, Buffer>
  beforeAll(async () => {
    person = await aPersonEverywhere()
    const { app, username, folder } = person
    const file = join(folder, 'person.tar.gz')
    const settings = { ...settingsOf(app), PUBLIC_URL: app.origin }
    expect(await runCli(settings, 'user', 'export', username, file)).toMatchObject({ code: 0, err: '' })
    archive = await readTarGz(await readFile(file))
  }, 120_000)

  it('has rows in each of them', async () => {
    const { sql } = person.app.scope()
    const empty: string[] = []
    for (const [table, { of = [] }] of exportRules.tables)
      if (of.length > 0 && (await findRows(sql, { name: table, sql: `"${table}"` }, [person.id])).length === 0)
        empty.push(table)
    expect(empty).toEqual([])
  })

  it('gets every row in which they occur, but for the exceptions', async () => {
    const texts = [person.id, ...person.names]
    const kept = await columnsFound(person, texts, (table, row) => !isExported(person, archive, { table, row }))
    const reasons = new Set([...Object.keys(NOT_EXPORTED), ...mentions()])
    expect(kept.filter((column) => !reasons.has(column))).toEqual([])
  })

  it('gets the files, and no secrets', async () => {
    const { app, id } = person
    const { db } = app.scope()
    const files = [...archive.keys()].filter((name) => name.startsWith('files/'))
    const about = z.object({ files: z.number(), missingFiles: z.array(z.string()) })
    const told = about.parse(JSON.parse(String(archive.get('export.json'))))
    const stored = await db.fileData.count({
      where: { blobKey: { not: null }, fileVersion: { file: { ownerId: id } } },
    })
    expect(files.length).toBeGreaterThan(0)
    expect(told.files).toBe(files.length)
    expect(files.length + told.missingFiles.length).toBe(stored)
    const { passwordHash } = await db.account.findUniqueOrThrow({ where: { userId: id } })
    const sessions = await db.session.findMany({ where: { userId: id, tokenHash: { not: { startsWith: 'ses_' } } } })
    const data = [...archive].filter(([name]) => name.startsWith('data/')).map(([, content]) => String(content))
    const secrets = [String(passwordHash), ...sessions.map(({ tokenHash }) => tokenHash)]
    expect(secrets.length).toBeGreaterThan(1)
    expect(secrets.filter((secret) => data.some((text) => text.includes(secret)))).toEqual([])
  })

  it('is erased by the command after a question alone', async () => {
    const { app, username } = person
    const erase = (...options: string[]) => runCli(settingsOf(app), 'user', 'erase', username, ...options)
    expect(await erase()).toMatchObject({ code: 1, err: expect.stringMatching(/--yes/) })
    expect(await erase('--yes')).toMatchObject({ code: 0, err: '' })
    expect(await erase('--yes')).toMatchObject({ code: 1, err: expect.stringMatching(/nobody/) })
  })

  it('is nowhere afterwards, but for the exceptions', async () => {
    expect(await columnsFound(person, [...person.names, MARK])).toEqual(Object.keys(KEPT_TEXTS).toSorted())
    expect(await columnsFound(person, [person.id])).toEqual(Object.keys(KEPT_IDS).toSorted())
  })

  it('has no mails afterwards, sent or waiting', async () => {
    const { app, names } = person
    expect(await readdir(mailFolder(app))).toEqual(['to-other.eml'])
    const mails = await app.scope().sql<{ sealed: string }>`
      SELECT data->>'sealed' AS sealed FROM pgboss.job WHERE name = ${MAIL_JOB}`
    const receivers = mails.map(({ sealed }) => JSON.parse(app.platform.secrets.open(MAIL_JOB, sealed)).to)
    expect(receivers).toContain(`not-${names.at(-1)}`)
    expect(receivers.filter((receiver) => names.includes(receiver))).toEqual([])
  })
})

/** The columns in which one of the texts occurs, of the rows that are `wanted`. */
async function columnsFound(
  { app }: Person,
  texts: readonly string[],
  wanted: (table: string, row: Row) => boolean = () => true,
): Promise<string[]> {
  const { sql } = app.scope()
  const found = new Set<string>()
  for (const table of await readTableNames(sql)) {
    const rows = (await findRows(sql, table, texts)).filter((row) => wanted(table.name, row))
    for (const column of rows.flatMap((row) => [...columnsWith(row, texts)])) found.add(`${table.name}.${column}`)
  }
  return [...found].toSorted()
}

const isExported = (
  { app: { origin } }: Person,
  entries: ReadonlyMap<string, Buffer>,
  { table, row }: { readonly table: string; readonly row: Row },
) => exportedRows(entries, table, origin).has(comparable(row, table, origin))

const mentions = () =>
  declared.flatMap(([name, table]) => (table ? mentionsOf(table).map((column) => `${name}.${column}`) : []))
