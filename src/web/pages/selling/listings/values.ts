import type {
  CreateListingInput,
  DurationUnit,
  ListingVariantInput,
  OwnListingFragment,
} from '../../../generated/graphql.ts'

/** A field for numbers, which may be empty. */
type NumberText = number | string

/** A price from a quantity on. */
export interface VariantValues {
  readonly variantId: string
  quantity: NumberText
  unitPrice: NumberText
  isRefundable: boolean
}

const NONE: string[] = []
const NO_VARIANTS: VariantValues[] = []
const noNumber = (): NumberText => ''
const firstUnit = (): DurationUnit => 'MONTH'

/** What can be changed of a listing, before anything is entered. Times are local, such as `2030-01-31T18:00`. */
export const NO_LISTING = {
  displayName: '',
  subtitle: '',
  description: '',
  imageId: '',
  productIds: NONE,
  price: noNumber(),
  plusPrice: noNumber(),
  duration: noNumber(),
  durationUnit: firstUnit(),
  isBuyerRefundable: true,
  isQuantifiable: false,
  isStackable: false,
  variants: NO_VARIANTS,
  expiresAt: '',
  tags: NONE,
  isActive: false,
}
export type ListingValues = typeof NO_LISTING

const TWO = (number: number) => String(number).padStart(2, '0')

/** A time (ISO 8601) as fields write it: local, such as `2030-01-31T18:00`. */
function localTime(time: string): string {
  const date = new Date(time)
  const day = [date.getFullYear(), TWO(date.getMonth() + 1), TWO(date.getDate())].join('-')
  return `${day}T${[date.getHours(), date.getMinutes()].map(TWO).join(':')}`
}

/** The values of a listing that stands. */
export const valuesOf = (listing: OwnListingFragment): ListingValues => ({
  displayName: listing.displayName,
  subtitle: listing.subtitle ?? '',
  description: listing.description ?? '',
  imageId: listing.imageId ?? '',
  productIds: listing.products.map(({ id }) => id),
  price: listing.price,
  plusPrice: listing.plusPrice ?? '',
  duration: listing.duration ?? '',
  durationUnit: listing.durationUnit ?? firstUnit(),
  isBuyerRefundable: listing.isBuyerRefundable,
  isQuantifiable: listing.isQuantifiable,
  isStackable: listing.isStackable,
  variants: listing.variants.map(({ id, ...variant }) => ({ variantId: id, ...variant })),
  expiresAt: listing.expiresAt ? localTime(listing.expiresAt) : '',
  tags: [...listing.tags],
  isActive: listing.state === 'ACTIVE',
})

const numberOf = (text: NumberText): number | null => (text === '' ? null : Number(text))

const variantOf = ({ variantId, quantity, unitPrice, isRefundable }: VariantValues): ListingVariantInput => ({
  ...(variantId && { variantId }),
  quantity: numberOf(quantity) ?? 0,
  unitPrice: numberOf(unitPrice) ?? 0,
  isRefundable,
})

type ListingInput = Partial<Omit<CreateListingInput, 'type' | 'productType'>>

type Given = Partial<ListingValues>

/** The length of time; a unit alone says nothing, so that it goes with its number. */
function timeOf({ duration, durationUnit }: Given, unit: DurationUnit): ListingInput {
  if (duration === undefined) return durationUnit === undefined ? {} : { durationUnit }
  return { duration: numberOf(duration), durationUnit: duration === '' ? null : (durationUnit ?? unit) }
}

const pricesOf = ({ price, plusPrice, variants }: Given): ListingInput => ({
  ...(price !== undefined && { price: numberOf(price) ?? 0 }),
  ...(plusPrice !== undefined && { plusPrice: numberOf(plusPrice) }),
  ...(variants && { variants: variants.map(variantOf) }),
})

const endOf = ({ expiresAt }: Given): ListingInput =>
  expiresAt === undefined ? {} : { expiresAt: expiresAt === '' ? null : new Date(expiresAt).toISOString() }

/** What is sent of the values that are given; `unit` is the present one of the length of time. */
export function inputOf(values: Given, unit: DurationUnit): ListingInput {
  const { price: _p, plusPrice: _q, variants: _v, duration: _d, durationUnit: _u, expiresAt: _e, ...others } = values
  const { imageId, ...plain } = others
  const image = imageId === undefined ? {} : { imageId: imageId || null }
  return { ...plain, ...image, ...pricesOf(values), ...timeOf(values, unit), ...endOf(values) }
}

/** Types of listings whose purchase lasts for a time. */
export const isTimed = (type: string): boolean => type === 'DURATION' || type === 'SUBSCRIPTION'
/** Types of listings that a person can have more than once. */
export const isRepeated = (type: string): boolean => type === 'DURATION' || type === 'INSTANT'
