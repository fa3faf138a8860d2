import type { productRows } from '../../../contract/catalogue.ts'
import type { Handlers } from '../../../contract/operation.ts'
import type { ScopeByAccess } from '../../../kernel/scope.ts'
import { archiveProduct, createProduct, updateProduct } from '../catalogue/manageProducts.ts'
import { listProductsOfSeller, readProduct, type SoldProduct } from '../catalogue/products.ts'
import { productWire } from '../wire/catalogue.ts'

const soldProductWire = (scope: Parameters<typeof productWire>[0], product: SoldProduct) =>
  productWire(scope, product, product.listingIds)

export const productsRest: Handlers<typeof productRows, ScopeByAccess> = {
  createProduct: async (scope, { body }) =>
    soldProductWire(scope, await readProduct(scope, await createProduct(scope, body))),
  updateProduct: async (scope, { productId, body }) => {
    await updateProduct(scope, productId, body)
    return soldProductWire(scope, await readProduct(scope, productId))
  },
  deleteProduct: async (scope, { productId }) => {
    await archiveProduct(scope, productId)
    return { success: true }
  },
  listUserProducts: async (scope, { userId, query: { n: limit, offset } }) => {
    const products = await listProductsOfSeller(scope, userId, { limit, offset })
    return products.map((product) => soldProductWire(scope, product))
  },
}
