import { aPerson, missingOf, type Person } from './restore/person.ts'
import { openSite, runCommand, type Site, startServer } from './restore/site.ts'

/**
 * Moves one installation step by step, as its host would: files from disk to an object store and back, the database from
 * embedded to external, and to another host name: `npm run campaign:move`.
 */
type Place = Readonly<Record<string, string>>

const FORMER_HOST = 'http://plaza.test'
const faults: string[] = []

async function command(place: Place, ...args: string[]): Promise<void> {
  const { code, output, took } = await runCommand(place, ...args)
  console.log(`plaza ${args.slice(0, 2).join(' ')}: ${took.toFixed(1)} s. ${output.trim()}`)
  if (code !== 0) faults.push(`${args.join(' ')} failed`)
}

/** Runs work beside a server of the place, which is stopped then. */
async function withServer<R>(place: Place, work: (url: string) => Promise<R>): Promise<R> {
  const server = await startServer(place)
  try {
    return await work(server.url)
  } finally {
    await server.stop()
  }
}

const check = (place: Place, people: readonly Person[], when: string) =>
  withServer(place, async (url) => {
    const missing = (await Promise.all(people.map((person) => missingOf(url, person)))).flat()
    faults.push(...missing.map((fault) => `${when}: ${fault}`))
    console.log(`${when}: ${missing.length} faults`)
  })

/** URLs of files, worlds, avatars and people, as clients get them by REST and the graph. */
async function urlsAt(url: string, person: Person | undefined): Promise<string> {
  if (!person) throw new Error('there is nobody to ask as')
  const { user } = person
  const cookie = `auth=${user.api.cookies.get('auth')}`
  const headers = { cookie, 'user-agent': 'plaza-campaign/1', 'x-forwarded-for': user.api.address }
  const paths = [
    '/api/1/worlds?n=50',
    '/api/1/avatars?n=50',
    '/api/1/auth/user',
    '/api/1/files?n=50',
    '/api/1/users?search=demo&n=50',
  ]
  const query =
    '{ worlds(first: 50) { nodes { imageUrl thumbnailUrl packages { assetUrl } author { pictureUrl bannerUrl } } } }'
  const answers = await Promise.all([
    ...paths.map((path) => fetch(url + path, { headers })),
    fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    }),
  ])
  const refused = answers.filter(({ status }) => status !== 200).map((answer) => `${answer.url}: ${answer.status}`)
  faults.push(...refused)
  return (await Promise.all(answers.map((answer) => answer.text()))).join('\n')
}

async function moveAll(site: Site): Promise<void> {
  const disk: Place = {
    ...(await site.place('embedded', 'disk')),
    DEMO: 'on',
    PUBLIC_URL: FORMER_HOST,
    TRUST_PROXY: '1',
  }
  const inBucket: Place = { ...disk, ...(await site.bucket()) }
  const people = await withServer(disk, async (url) => {
    const first = await aPerson(url)
    // They upload while the files move.
    const others = Promise.all([aPerson(url), aPerson(url), aPerson(url)])
    await command(inBucket, 'move', 'files', 's3')
    return [first, ...(await others)]
  })
  await command(inBucket, 'move', 'files', 's3')
  await check(inBucket, people, 'files in the object store')

  const { DATABASE_URL = '' } = await site.place('external', 'disk')
  await command({ ...inBucket, TARGET_DATABASE_URL: DATABASE_URL }, 'move', 'database')
  const external: Place = { ...inBucket, DATABASE_URL }
  await check(external, people, 'database in another PostgreSQL')

  await command(external, 'move', 'files', 'disk')
  const onDisk: Place = { ...external, S3_BUCKET: '' }
  await check(onDisk, people, 'files on disk again')

  const moved = { ...onDisk, PUBLIC_URL: 'http://plaza-present.test' }
  await withServer(moved, async (url) => {
    const texts = await urlsAt(url, people[0])
    const [former, present] = [texts.split(FORMER_HOST).length - 1, texts.split(moved.PUBLIC_URL).length - 1]
    console.log(`another host name: ${present} URLs of the present host, ${former} of the former one`)
    if (former > 0 || present === 0) faults.push(`${former} URLs of the former host are shown`)
  })
  await command(moved, 'move', 'url', FORMER_HOST, moved.PUBLIC_URL)
  await check(moved, people, 'another host name')
}

const site = await openSite()
await moveAll(site).finally(() => site.close())
for (const fault of faults) console.error(fault)
console.log(`${faults.length} faults`)
if (faults.length > 0) process.exitCode = 1
