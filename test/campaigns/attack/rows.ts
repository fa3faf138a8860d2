import type { TestApp } from '../../support/app.ts'
import { befriend } from '../../support/friends.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { createInstanceAs, enterAs } from '../../support/instances.ts'
import { aPrint } from '../../support/props.ts'
import { aName, aUser, type TestUser } from '../../support/users.ts'
import { aFileUrl, aWorld } from '../../support/worlds.ts'
import type { Attack, AttackOutcome } from './attack.ts'

const DELETIONS = 200
const MOST_LOG_ENTRIES = 20

async function requestDeletionOverAndOver(app: TestApp): Promise<AttackOutcome> {
  const { id: userId, api } = await aUser(app)
  let entries = 0
  for (let count = 0; count < DELETIONS; count++) {
    const { accountDeletionLog } = await api.call('deleteUser', { userId })
    entries = accountDeletionLog?.length ?? 0
  }
  return { harmless: entries <= MOST_LOG_ENTRIES, figures: `${entries} entries after ${DELETIONS} requests` }
}

const RENAMES = 60
const MOST_RENAMES = 20

async function renameOverAndOver(app: TestApp): Promise<AttackOutcome> {
  const { id: userId, api, password } = await aUser(app)
  let renamed = 0
  for (let count = 0; count < RENAMES; count++) {
    const body = { displayName: aName('n').slice(0, 15), currentPassword: password }
    renamed += (await api.try('updateUser', { userId, body })).status === 200 ? 1 : 0
  }
  const kept = await app.scope().db.pastDisplayName.count({ where: { userId } })
  return { harmless: renamed <= MOST_RENAMES, figures: `${renamed} of ${RENAMES} renames, ${kept} names kept` }
}

const STRANGERS = 40
const MOST_REQUESTS = 30

async function befriendStrangers(app: TestApp): Promise<AttackOutcome> {
  const person = await aUser(app)
  let sent = 0
  for (let count = 0; count < STRANGERS; count++) {
    const { id: userId } = await aUser(app)
    sent += (await person.api.try('friend', { userId })).status === 200 ? 1 : 0
  }
  return { harmless: sent <= MOST_REQUESTS, figures: `${sent} of ${STRANGERS} requests` }
}

const BOOPS = 50
const MOST_BOOPS = 20

async function boopOverAndOver(app: TestApp): Promise<AttackOutcome> {
  const [person, friend] = [await aUser(app), await aUser(app)]
  await befriend(person, friend)
  for (let count = 0; count < BOOPS; count++) await person.api.try('boop', { userId: friend.id })
  const rows = await app.scope().db.notification.findMany({ where: { receiverId: friend.id, type: 'boop' } })
  const harmless = rows.length <= MOST_BOOPS && rows.every(({ expiresAt }) => expiresAt !== null)
  return { harmless, figures: `${rows.length} of ${BOOPS} boops are kept` }
}

/** A person who appears offline enters an instance by phone; a stranger, a blocked friend and a friend look. */
async function watchUnseenPerson(app: TestApp): Promise<AttackOutcome> {
  const [person, stranger, blocked, friend] = [await aUser(app), await aUser(app), await aUser(app), await aUser(app)]
  for (const other of [blocked, friend]) await befriend(person, other)
  await person.api.call('moderateUser', { body: { moderated: blocked.id, type: 'block' } })
  await person.api.call('updateUser', { userId: person.id, body: { status: 'offline' } })
  const { location } = await createInstanceAs(person, await aWorld(app, person))
  await enterAs(app, person, location, 'ios')
  const told: string[] = []
  for (const viewer of [stranger, blocked, friend]) {
    const { last_mobile, last_platform } = await viewer.api.call('getUser', { userId: person.id })
    const { data } = await aGraphClient(app, viewer.api).send(
      `{ user(id: "${person.id}") { lastMobileAt lastPlatform } }`,
    )
    const graph = JSON.stringify(data)
    if (last_mobile || last_platform || graph.includes('ios') || !graph.includes('"lastMobileAt":null'))
      told.push(graph)
  }
  return { harmless: told.length === 0, figures: `${told.length} of 3 viewers saw when or how the person came` }
}

async function pictureOfElsewhere(app: TestApp): Promise<AttackOutcome> {
  const [person, other] = [await aUser(app), await aUser(app)]
  const own = await aFileUrl(app, person.id, '.png')
  const start = own.slice(0, own.indexOf('/file/file_'))
  const addresses = [
    `${start}/file/file_x/../../../auth/user`,
    `${start}/file/file_"><img onerror=alert(1)>`,
    `${own}?"><img onerror=alert(1)>`,
    await aFileUrl(app, other.id, '.png'),
    'https://elsewhere.test/me.png',
  ]
  const taken = await takenOf(addresses, async (url) => {
    const statuses = ['userIcon', 'profilePicOverride'].map(
      async (field) => (await person.api.try('updateUser', { userId: person.id, body: { [field]: url } })).status,
    )
    return (await Promise.all(statuses)).some((status) => status === 200)
  })
  return { harmless: taken === 0, figures: `${taken} of ${addresses.length} addresses were taken` }
}

async function scriptsAsWorldUrls(app: TestApp): Promise<AttackOutcome> {
  const author = await aUser(app)
  const worldId = await aWorld(app, author)
  const urls = ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'https://user:secret@example.org/']
  const taken = await takenOf(urls, async (url) => {
    const { status } = await author.api.try('updateWorld', { worldId, body: { urlList: [url] } })
    return status === 200
  })
  return { harmless: taken === 0, figures: `${taken} of ${urls.length} URLs were taken` }
}

/** How many of these attempts were successful. */
async function takenOf(texts: readonly string[], isTaken: (text: string) => Promise<boolean>): Promise<number> {
  let taken = 0
  for (const text of texts) taken += (await isTaken(text)) ? 1 : 0
  return taken
}

async function readPrintOfAnother(app: TestApp): Promise<AttackOutcome> {
  const [author, stranger] = [await aUser(app), await aUser(app)]
  const { id: printId } = await aPrint(author, { note: 'private caption' })
  const seen = await Promise.all([restPrint(stranger, printId), graphPrint(app, stranger, printId)])
  const told = seen.filter((text) => text.includes('private caption')).length
  return { harmless: told === 0, figures: `${told} of 2 APIs told the caption` }
}

const restPrint = async ({ api }: TestUser, printId: string) =>
  JSON.stringify((await api.try('getPrint', { printId })).body)
const graphPrint = async (app: TestApp, { api }: TestUser, id: string) =>
  JSON.stringify(await aGraphClient(app, api).send(`{ node(id: "${id}") { ... on Print { note url } } }`))

/** An attack on a server of its own in this process. */
const onApp = (name: string, what: string, attack: (app: TestApp) => Promise<AttackOutcome>): Attack => ({
  name,
  what,
  run: async ({ startApp }) => attack(await startApp()),
})

/** Attacks that store rows without end, or read or store what is not theirs. */
export const rowAttacks: readonly Attack[] = [
  onApp('deletion-log', `requests the deletion of the own account ${DELETIONS} times`, requestDeletionOverAndOver),
  onApp('renames', `changes the display name ${RENAMES} times in a row`, renameOverAndOver),
  onApp('friend-requests', `sends friend requests to ${STRANGERS} strangers`, befriendStrangers),
  onApp('boops', `sends ${BOOPS} boops to one friend`, boopOverAndOver),
  onApp('unseen-person', 'watches when a person comes who appears offline', watchUnseenPerson),
  onApp('foreign-pictures', 'sets icons that lead elsewhere or carry HTML', pictureOfElsewhere),
  onApp('script-urls', 'lists script and file URLs for a world', scriptsAsWorldUrls),
  onApp('foreign-print', 'reads a print of somebody else', readPrintOfAnother),
]
