import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'

export const ProductType = enumOf('ProductType', 'What a product gives.', {
  inventory: 'Items of the inventory.',
  listing: 'What another listing gives.',
  role: 'A role of a group.',
  udon: 'Something in worlds, which their scripts ask for.',
})

export const ListingType = enumOf('ListingType', 'For how long a listing gives its products.', {
  duration: 'For a time, which another purchase extends.',
  instant: 'Once: it is consumed.',
  permanent: 'For ever.',
  subscription: 'For a period, which is renewed until it is cancelled.',
})

export const ListingState = enumOf('ListingState', 'State of a listing.', {
  draft: 'It is not sold; only its seller and admins find it.',
  active: 'Everybody can see it, and buy it until it expires.',
  archived: 'It is sold no longer, for good.',
})

export const DurationUnit = enumOf('DurationUnit', 'Unit of a duration.', {
  day: 'Days.',
  week: 'Weeks.',
  month: 'Months.',
  year: 'Years.',
})

export const StoreType = enumOf('StoreType', 'Whose store it is.', {
  group: 'Of a group.',
  house: 'Of the platform.',
  world: 'Of a world.',
})

export const StoreStatus = enumOf('StoreStatus', 'Who sees a store, or a shelf of it.', {
  draft: 'Its seller and admins; it is being made.',
  preview: 'Its seller and admins; it is ready.',
  public: 'Everybody.',
})
