import { randomUUID } from 'node:crypto'
import { eventually } from '../../support/eventually.ts'
import { grantPermission } from '../acts.ts'
import type { Person } from '../people.ts'
import type { Stage } from '../stage.ts'

/** What admins and other people do with tokens, offers and subscriptions while a journey watches the web UI. */

const GRANT_TOKENS = 'mutation G($input: GrantTokensInput!) { grantTokens(input: $input) { transfer { id } } }'
const TERMS = 'mutation T($input: UpdateProviderTosInput!) { updateProviderTos(input: $input) { viewer { id } } }'
const GRANT_PLAN =
  'mutation S($input: GrantSubscriptionInput!) { grantSubscription(input: $input) { subscription { id } } }'
const END_SUBSCRIPTION =
  'mutation E($input: EndSubscriptionInput!) { endSubscription(input: $input) { subscription { id } } }'
const CREATE_UPLOAD = `mutation U($input: CreateUploadInput!) { createUpload(input: $input) {
  upload { id url method headers { name value } } } }`
const UPLOAD_IMAGE = 'mutation I($input: UploadImageInput!) { uploadImage(input: $input) { file { id } } }'
const CREATE_PRODUCT = 'mutation P($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }'
const CREATE_LISTING = 'mutation L($input: CreateListingInput!) { createListing(input: $input) { listing { id } } }'
const BUY =
  'mutation B($input: PurchaseProductListingInput!) { purchaseProductListing(input: $input) { purchase { id } } }'

const REASON = 'For a journey'

const adminOf = (stage: Stage) => stage.demoPerson('demo_admin')

export const acceptTerms = (person: Person) => person.run(TERMS, { input: { accepted: true } })

/** An admin gives a person tokens. */
export async function grantTokens(stage: Stage, { id: userId }: Person, tokens: number): Promise<void> {
  const admin = await adminOf(stage)
  await admin.run(GRANT_TOKENS, { input: { userId, tokens, reason: REASON, idempotencyKey: randomUUID() } })
}

/** Somebody who has accepted the terms and has tokens to spend. */
export async function aBuyer(stage: Stage, tokens: number): Promise<Person> {
  const buyer = await stage.aPerson()
  await acceptTerms(buyer)
  if (tokens > 0) await grantTokens(stage, buyer, tokens)
  return buyer
}

/** Somebody whom an admin lets sell. */
export async function aSeller(stage: Stage): Promise<Person> {
  const seller = await stage.aPerson()
  await grantPermission(stage, seller, 'permission-seller')
  return seller
}

/** An admin subscribes a person to the dearest plan, which brings the right to create groups. */
export async function subscribe(stage: Stage, { id: userId }: Person): Promise<void> {
  const admin = await adminOf(stage)
  const { subscriptions } = Object(await admin.run('{ subscriptions(last: 1) { nodes { id } } }'))
  await admin.run(GRANT_PLAN, { input: { userId, planId: subscriptions.nodes[0].id, reason: REASON } })
}

/** An admin ends all subscriptions of a person. */
export async function endSubscriptions(stage: Stage, person: Person): Promise<void> {
  const admin = await adminOf(stage)
  const { viewer } = Object(await person.run('{ viewer { subscriptions(first: 10) { nodes { id } } } }'))
  for (const { id: subscriptionId } of viewer.subscriptions.nodes)
    await admin.run(END_SUBSCRIPTION, { input: { subscriptionId, reason: REASON } })
}

/** Makes a picture a file of a person. Returns its id. */
async function uploadPicture(person: Person, picture: Buffer): Promise<string> {
  const input = { purpose: 'PRODUCT', fileName: 'hat.png', mimeType: 'image/png', sizeInBytes: picture.length }
  const { createUpload } = Object(await person.run(CREATE_UPLOAD, { input }))
  const { id: uploadId, url, method, headers } = createUpload.upload
  const sent: { name: string; value: string }[] = headers
  const body = new Uint8Array(picture)
  const answer = await fetch(url, {
    method,
    body,
    headers: sent.map(({ name, value }): [string, string] => [name, value]),
  })
  if (!answer.ok) throw new Error(`the upload was answered ${answer.status}`)
  const { uploadImage } = Object(await person.run(UPLOAD_IMAGE, { input: { uploadId, purpose: 'PRODUCT' } }))
  return String(uploadImage.file.id)
}

interface Offer {
  readonly name: string
  readonly price: number
  readonly picture: Buffer
  /** Further fields of the listing. */
  readonly given?: Readonly<Record<string, unknown>>
}

/** An offer for sale with a product of its own. Returns its id. */
export async function createOffer(seller: Person, { name, price, picture, given = {} }: Offer): Promise<string> {
  const imageId = await uploadPicture(seller, picture)
  const product = { displayName: name, type: 'UDON', imageId }
  const { createProduct } = Object(await seller.run(CREATE_PRODUCT, { input: product }))
  const productIds = [createProduct.product.id]
  const fields = {
    displayName: name,
    price,
    imageId,
    productIds,
    type: 'PERMANENT',
    productType: 'UDON',
    isActive: true,
  }
  const { createListing } = Object(await seller.run(CREATE_LISTING, { input: { ...fields, ...given } }))
  return String(createListing.listing.id)
}

/** Buys one of an offer for its price. */
export const buyOffer = (buyer: Person, listingId: string, totalPrice: number) =>
  buyer.run(BUY, { input: { listingId, totalPrice } })

/** Waits until a person has so many tokens to spend. */
export const hasTokens = (person: Person, tokens: number) =>
  eventually(async () => {
    const { viewer } = Object(await person.run('{ viewer { wallet { balance } } }'))
    return viewer.wallet.balance === tokens
  })
