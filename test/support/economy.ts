import { randomUUID } from 'node:crypto'
import { readBalance } from '../../src/areas/economy/ledger/accounts.ts'
import { houseAccount, type OwnedPurpose, postTransfer, userAccount } from '../../src/areas/economy/ledger/transfers.ts'
import { SELLER_PERMISSION } from '../../src/areas/economy/sellers.ts'
import type { Prisma } from '../../src/generated/prisma/client.ts'
import { newId, type ProductId } from '../../src/kernel/ids.ts'
import { transact } from '../../src/kernel/transaction.ts'
import type { TestApp } from './app.ts'
import { aGroup, giveRole, type TestGroup } from './groups.ts'
import { aUser, type TestUser } from './users.ts'

type WithId = Pick<TestUser, 'id'>
type Reached = Pick<TestApp, 'scope'>

/** Lets a person sell, past the act of an admin. */
export async function letSell({ scope }: Reached, { id: userId }: WithId): Promise<void> {
  const { db, now } = scope()
  const { id: permissionId } = await db.permission.findFirstOrThrow({ where: { name: SELLER_PERMISSION } })
  await db.permissionGrant.createMany({ data: [{ userId, permissionId, grantedAt: now }], skipDuplicates: true })
}

/** A person who can sell. */
export async function aSeller(app: TestApp): Promise<TestUser> {
  const seller = await aUser(app)
  await letSell(app, seller)
  return seller
}

/** Accepts the present terms of the payment provider for a person. */
export async function acceptTerms({ scope }: Reached, { id: userId }: WithId): Promise<void> {
  const { db, now, payments } = scope()
  const accepted = { tosVersion: payments.tos().version, tosAcceptedAt: now, updatedAt: now }
  await db.economyProfile.upsert({ where: { userId }, create: { userId, ...accepted }, update: accepted })
}

/** Gives a person tokens from the account of grants. */
export async function withTokens({ scope }: Reached, { id }: WithId, tokens: number): Promise<void> {
  const postings = [
    { account: houseAccount('grants'), amount: -tokens },
    { account: userAccount(id, 'standard'), amount: tokens },
  ]
  await transact(scope(), (tx) => postTransfer(tx, { key: `test:${randomUUID()}`, kind: 'grant', postings }))
}

/** A person who has accepted the terms and has tokens to spend. */
export async function aBuyer(app: TestApp, tokens = 1_000): Promise<TestUser> {
  const buyer = await aUser(app)
  await acceptTerms(app, buyer)
  if (tokens > 0) await withTokens(app, buyer, tokens)
  return buyer
}

/** Posted tokens of a person less those that are held. */
export async function tokensOf({ scope }: Reached, { id }: WithId, purpose: OwnedPurpose = 'standard') {
  const { posted, held } = await readBalance(scope(), userAccount(id, purpose))
  return posted - held
}

/** Posted tokens of an account by its code; 0 for one that was never used. */
export async function postedOf({ scope }: Reached, code: string): Promise<number> {
  return (await readBalance(scope(), { code, ownerId: null })).posted
}

/** What keeps the books from being right: an empty list if they are. */
export async function faultsOfBooks({ scope }: Reached): Promise<string[]> {
  const { db } = scope()
  const faults = await db.$queryRaw<{ readonly fault: string }[]>`
    SELECT 'the entries do not balance' AS fault FROM "LedgerEntry" HAVING sum("amount") <> 0
    UNION ALL
    SELECT 'posted of ' || "code" FROM "LedgerAccount" account
    WHERE "posted" <> coalesce((SELECT sum("amount") FROM "LedgerEntry" WHERE "accountId" = account."id"), 0)
    UNION ALL
    SELECT 'held of ' || "code" FROM "LedgerAccount" account WHERE "held" <> coalesce(
      (SELECT sum("amount") FROM "LedgerHold" WHERE "accountId" = account."id" AND "state" = 'open'), 0)
    UNION ALL
    SELECT 'purchase ' || purchase."id" FROM "ProductPurchase" purchase
    LEFT JOIN "LedgerTransfer" transfer ON transfer."id" = purchase."ledgerTransferId"
    WHERE (purchase."price" = 0) <> (transfer."id" IS NULL)
    UNION ALL
    SELECT 'below its floor: ' || "code" FROM "LedgerAccount" WHERE "posted" - "held" < "floor"`
  return faults.map(({ fault }) => fault)
}

type GivenProduct = Partial<Prisma.ProductUncheckedCreateInput>

/** A product of a seller: of the type udon unless another is given. */
export async function aProduct({ scope }: Reached, { id: sellerId }: WithId, given: GivenProduct = {}) {
  const { db, now } = scope()
  const id = newId('product', now)
  const texts = { displayName: 'Hat', description: 'To wear.', imageId: newId('file', now) }
  await db.product.create({
    data: { id, sellerId, productType: 'udon', ...texts, createdAt: now, updatedAt: now, ...given },
  })
  return id
}

type GivenListing = Partial<Prisma.ListingUncheckedCreateInput> & { readonly productIds?: readonly ProductId[] }

/** An active listing of a seller for 100 tokens: permanent and of one new product, unless it is given otherwise. */
export async function aListing(app: Reached, seller: WithId, given: GivenListing = {}): Promise<ProductId> {
  const { db, now } = app.scope()
  const { productIds, ...columns } = given
  const productType = columns.productType ?? 'udon'
  const products = productIds ?? [await aProduct(app, seller, { productType })]
  const id = newId('product', now)
  await db.listing.create({
    data: {
      ...{ id, sellerId: seller.id, displayName: 'A hat', listingType: 'permanent', productType, priceTokens: 100 },
      ...{ state: 'active', createdAt: now, updatedAt: now, ...columns },
      products: { create: products.map((productId, position) => ({ productId, position })) },
    },
  })
  return id
}

/** Days that a listing of the type duration or subscription gives. */
export const forDays = (duration: number, listingType: 'duration' | 'subscription' = 'duration') => ({
  listingType,
  duration,
  durationType: 'day',
})

/** An active listing of a product that gives items of these templates and licenses for avatars, for 100 tokens. */
export async function anItemListing(
  app: Reached,
  seller: WithId,
  { templateIds = [], avatarIds = [], ...listing }: GivenListing & Pick<GivenProduct, 'templateIds' | 'avatarIds'> = {},
): Promise<ProductId> {
  const productId = await aProduct(app, seller, { productType: 'inventory', templateIds, avatarIds })
  return aListing(app, seller, { productType: 'inventory', productIds: [productId], ...listing })
}

/** A listing of a role, with the group of its seller. */
export interface RoleListing {
  readonly listingId: ProductId
  readonly productId: ProductId
  readonly group: TestGroup
  readonly roleId: string
}

/** An active listing of a role of a new group, whose owner sells it; buyers join unless `product` says otherwise. */
export async function aRoleListing(
  app: TestApp,
  { product = {}, listing = {} }: { readonly product?: GivenProduct; readonly listing?: GivenListing } = {},
): Promise<RoleListing> {
  const group = await aGroup(app, { joinState: 'invite' })
  await letSell(app, group.owner)
  const { db } = app.scope()
  const roleId = await giveRole(app, group, group.owner, { permissions: [] })
  await db.groupMemberRole.deleteMany({ where: { roleId } })
  await db.groupRole.update({ where: { id: roleId }, data: { requiresPurchase: true } })
  const given = { productType: 'role', groupId: group.id }
  const role = { ...given, groupRoleId: roleId, groupAccess: true, ...product }
  const productId = await aProduct(app, group.owner, role)
  const listingId = await aListing(app, group.owner, { ...given, productIds: [productId], ...listing })
  return { listingId, productId, group, roleId }
}

/** The request body that buys one of a listing for 100 tokens. */
export const aPurchaseRequest = (listingId: string, given: object = {}) => ({ listingId, totalPrice: 100, ...given })
