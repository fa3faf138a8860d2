import { expect, it } from 'vitest'
import { economy } from '../../../src/contract/economy.ts'
import type { Operation } from '../../../src/contract/operation.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { anOwnImage } from '../../support/catalogue.ts'
import { aSeller } from '../../support/economy.ts'

const app = await sharedApp()
const seller = await aSeller(app)
const imageId = await anOwnImage(app, seller)

const now = new Date()
/** Ids that name nothing, by path parameter. */
const UNKNOWN = {
  productId: newId('product', now),
  productPurchaseId: newId('purchase', now),
  licenseGroupId: newId('licenseGroup', now),
  transactionId: newId('paymentTransaction', now),
}

const rows: readonly (readonly [string, Operation])[] = Object.entries<Operation>(economy)
const keyed = rows.flatMap(([name, row]) =>
  Object.entries(UNKNOWN).flatMap(([parameter, id]) =>
    row.path.includes(`{${parameter}}`) ? [[name, row, parameter, id] as const] : [],
  ),
)

/** A body that the contract of each operation accepts. */
const BODY = { displayName: 'x', imageId, active: false }

async function answer({ method, path }: Operation, parameter: string, id: string) {
  const url = `${app.origin}/api/1${path.replace(`{${parameter}}`, id)}`
  const headers = { cookie: `auth=${seller.api.cookies.get('auth')}`, 'content-type': 'application/json' }
  const body = method === 'get' ? {} : { body: JSON.stringify(BODY) }
  const response = await fetch(url, { method: method.toUpperCase(), headers, ...body })
  return { status: response.status, body: await response.json() }
}

it('each operation that has an id of its own in its path is checked', () => {
  expect(keyed.map(([name]) => name).sort()).toEqual([
    'deleteProduct',
    'deleteProductListingDirect',
    'getAdminTransaction',
    'getExternalStoreTransaction',
    'getLicenseGroup',
    'getProductListing',
    'getProductListingAlternate',
    'getProductPurchase',
    'getProductPurchaseStacks',
    'updateProduct',
    'updateProductListingDirect',
  ])
})

it.each(keyed)('%s says the same of a malformed id as of an unknown one', async (_name, row, parameter, id) => {
  const unknown = await answer(row, parameter, id)
  expect(unknown.status).toBe(404)
  expect(await answer(row, parameter, 'nothing')).toEqual(unknown)
})
