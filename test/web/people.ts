/** An account of a journey. */
export interface Person {
  readonly username: string
  readonly password: string
  readonly email: string
  /** Id of the user. */
  readonly id: string
  /** Token of a session, as in the cookie. */
  readonly token: string
  /** Runs an operation as the person. Throws for an answer with errors. */
  run(document: string, variables?: Readonly<Record<string, unknown>>): Promise<unknown>
}

interface Sent {
  readonly origin: string
  readonly token?: string
}

const PASSWORD = 'correct-horse-9'
let count = 0

async function send({ origin, token }: Sent, query: string, variables: Readonly<Record<string, unknown>>) {
  const response = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { cookie: `auth=${token}` }) },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = Object(await response.json())
  if (errors) throw new Error(`${query}: ${JSON.stringify(errors)}`)
  const cookies = response.headers.getSetCookie()
  const auth = cookies.map((cookie) => /^auth=([^;]*)/.exec(cookie)?.[1]).find((value) => value !== undefined)
  return { data, auth }
}

const SIGNED_IN = 'viewer { user { id } }'

interface Login {
  readonly origin: string
  readonly username: string
  readonly password: string
  readonly email: string
}

async function personOf({ origin, ...account }: Login, token: string | undefined, id: string): Promise<Person> {
  if (token === undefined) throw new Error('the server has set no session cookie')
  const run = async (document: string, variables = {}) => (await send({ origin, token }, document, variables)).data
  return { ...account, id, token, run }
}

/** Creates an account and signs in. */
export async function registerPerson(origin: string): Promise<Person> {
  count += 1
  const username = `web${process.pid}x${count}`
  const account = { username, email: `${username}@plaza.test`, password: PASSWORD }
  const input = { ...account, birthday: '1990-05-05', acceptedTOSVersion: 1, subscribe: false }
  const document = `mutation R($input: RegisterUserAccountInput!) { registerUserAccount(input: $input) { ${SIGNED_IN} } }`
  const { data, auth } = await send({ origin }, document, { input })
  return personOf({ origin, ...account }, auth, data.registerUserAccount.viewer.user.id)
}

export const DEMO_PASSWORD = 'plaza-demo-1'

/** Signs in as a demo account. */
export async function signInDemo(origin: string, username: string): Promise<Person> {
  const login = { username, password: DEMO_PASSWORD }
  const document = `mutation S($input: SignInInput!) { signIn(input: $input) { ${SIGNED_IN} } }`
  const { data, auth } = await send({ origin }, document, { input: { ...login, endOldestSession: true } })
  return personOf({ origin, ...login, email: `${username}@plaza.example` }, auth, data.signIn.viewer.user.id)
}
