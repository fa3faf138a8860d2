import { VRChat } from 'vrchat'
import type { TestApp } from '../support/app.ts'
import { eventually } from '../support/eventually.ts'

/** The SDK needs a global that Node 20 lacks. */
if (!('withResolvers' in Promise)) {
  const withResolvers = () => {
    const parts: Record<string, unknown> = {}
    const promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }))
    return { promise, ...parts }
  }
  Object.defineProperty(Promise, 'withResolvers', { value: withResolvers, configurable: true, writable: true })
}

/** Each client adds a listener for the exit of the process. */
process.setMaxListeners(100)

export interface Credentials {
  readonly username: string
  readonly password: string
  readonly totpSecret?: string
}

/** Creates clients of the public SDK, changed only in their URLs, and records which methods were called. */
export function sdkFor({ origin }: Pick<TestApp, 'origin'>) {
  const called = new Set<string>()
  const note = (client: VRChat) =>
    new Proxy(client, {
      get(target, name, receiver) {
        called.add(String(name))
        return Reflect.get(target, name, receiver)
      },
    })
  const addresses = {
    application: { name: 'plaza-tests', version: '1.0.0', contact: 'tests@plaza.test' },
    baseUrl: `${origin}/api/1`,
    pipeline: { baseUrl: origin.replace('http', 'ws') },
  }
  const make = (credentials?: Credentials) =>
    note(new VRChat({ ...addresses, ...(credentials && { authentication: { credentials, optimistic: false } }) }))
  /** Logs in and restores the session from its cookie, which makes the SDK open its websocket. */
  const comeBack = async (credentials: Credentials) => {
    const keyv = new Map()
    const before = new VRChat({ ...addresses, keyv })
    await dataOf(before.login(credentials))
    await eventually(() => keyv.size > 0)
    const client = note(new VRChat({ ...addresses, keyv, authentication: { credentials } }))
    await eventually(() => client.pipeline.connected)
    return client
  }
  return { make, comeBack, called }
}

/** Operations for which the SDK has no method. */
const WITHOUT_METHOD: readonly string[] = [
  ...['getPermissions', 'createPermission', 'updatePermission', 'deletePermission', 'reportUser'],
  'redeemReward',
  ...['submitJamContent', 'deleteJamSubmission', 'getPublicProfile', 'getPrivateProfile', 'searchActiveUsers'],
  ...['getUserTutorialStatus', 'updateProfile', 'createProfileTheme', 'updateProfileTheme', 'deleteProfileTheme'],
  ...['getAdminTransaction', 'getAdminTransactions', 'getEarningsMetrics', 'getEconomyBalance', 'getEconomyBalances'],
  ...['getEconomyPayouts', 'getEconomyPayoutStatus', 'getProductPurchase', 'getProductPurchaseHistory'],
  ...['getProductPurchaseStacks', 'getSellerEligibility', 'getUserProviderKyc'],
  ...['createProduct', 'updateProduct', 'deleteProduct', 'listUserProducts', 'listStores'],
  ...['createProductListingDirect', 'updateProductListingDirect', 'deleteProductListingDirect'],
  ...['getCosmetics', 'getGlobalInventory', 'getOwnNotificationV2s', 'deleteOwnNotificationV2', 'getUserBadges'],
  'inviteMyselfToInstance',
]

/** The names of the SDK's methods for the operations of a contract. Throws for an operation that is wrongly left out. */
export function methodsOf(rows: object): string[] {
  const wrong = WITHOUT_METHOD.find((name) => name in VRChat.prototype)
  if (wrong !== undefined) throw new Error(`The SDK has a method for ${wrong}`)
  return Object.keys(rows)
    .filter((name) => !WITHOUT_METHOD.includes(name))
    .map((name) => name.replace('2FA', '2Fa').replace('CSS', 'Css').replace('V2s', 'V2S'))
}

interface Outcome<T> {
  readonly data: T | undefined
  readonly error?: unknown
  readonly response: Response
}

/** The data that an SDK method returned; throws its error. */
export async function dataOf<T>(outcome: Promise<Outcome<T>>): Promise<T> {
  const { data, error } = await outcome
  if (data === undefined) throw error
  return data
}

/** The status and message of the error that an SDK method returned. */
export async function sdkRefusal(outcome: Promise<Outcome<unknown>>): Promise<{ status: number; message: string }> {
  const { error, response } = await outcome
  if (error === undefined) throw new Error('The SDK method returned no error')
  return { status: response.status, message: error instanceof Error ? error.message : JSON.stringify(error) }
}

/** The current user, unless a second factor is still pending. */
export function signedInUser<T extends object>(answer: T): Extract<T, { id: string }> {
  if (!isCurrentUser(answer)) throw new Error(`The response is not a current user: ${JSON.stringify(answer)}`)
  return answer
}

const isCurrentUser = <T extends object>(answer: T): answer is Extract<T, { id: string }> => 'id' in answer
