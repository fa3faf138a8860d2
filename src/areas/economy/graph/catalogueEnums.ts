import { builder } from '../../../edges/graphql/builder.ts'

export const ProductType = builder.enumType('ProductType', {
  description: 'What a product gives.',
  values: {
    INVENTORY: { value: 'inventory', description: 'Items of the inventory.' },
    LISTING: { value: 'listing', description: 'What another listing gives.' },
    ROLE: { value: 'role', description: 'A role of a group.' },
    UDON: { value: 'udon', description: 'Something in worlds, which their scripts ask for.' },
  } as const,
})

export const ListingType = builder.enumType('ListingType', {
  description: 'For how long a listing gives its products.',
  values: {
    DURATION: { value: 'duration', description: 'For a time, which another purchase extends.' },
    INSTANT: { value: 'instant', description: 'Once: it is consumed.' },
    PERMANENT: { value: 'permanent', description: 'For ever.' },
    SUBSCRIPTION: { value: 'subscription', description: 'For a period, which is renewed until it is cancelled.' },
  } as const,
})

export const ListingState = builder.enumType('ListingState', {
  description: 'State of a listing.',
  values: {
    DRAFT: { value: 'draft', description: 'It is not sold; only its seller and admins find it.' },
    ACTIVE: { value: 'active', description: 'Everybody can see it, and buy it until it expires.' },
    ARCHIVED: { value: 'archived', description: 'It is sold no longer, for good.' },
  } as const,
})

export const DurationUnit = builder.enumType('DurationUnit', {
  description: 'Unit of a duration.',
  values: {
    DAY: { value: 'day', description: 'Days.' },
    WEEK: { value: 'week', description: 'Weeks.' },
    MONTH: { value: 'month', description: 'Months.' },
    YEAR: { value: 'year', description: 'Years.' },
  } as const,
})

export const StoreType = builder.enumType('StoreType', {
  description: 'Whose store it is.',
  values: {
    GROUP: { value: 'group', description: 'Of a group.' },
    HOUSE: { value: 'house', description: 'Of the platform.' },
    WORLD: { value: 'world', description: 'Of a world.' },
  } as const,
})

export const StoreStatus = builder.enumType('StoreStatus', {
  description: 'Who sees a store, or a shelf of it.',
  values: {
    DRAFT: { value: 'draft', description: 'Its seller and admins; it is being made.' },
    PREVIEW: { value: 'preview', description: 'Its seller and admins; it is ready.' },
    PUBLIC: { value: 'public', description: 'Everybody.' },
  } as const,
})
