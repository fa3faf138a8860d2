import { graphql } from '../../generated/index.ts'

export const LISTING = graphql(`
  fragment ListingDetails on Listing {
    id
    displayName
    subtitle
    description
    imageUrl
    price
    plusPrice
    viewerPrice
    viewerHas
    viewerOwns
    viewerCanUpdate
    type
    duration
    durationUnit
    productType
    state
    isForSale
    isQuantifiable
    isStackable
    isBuyerRefundable
    expiresAt
    tags
    seller {
      id
      displayName
    }
    stores {
      id
      displayName
    }
    variants {
      id
      quantity
      unitPrice
      isRefundable
      availableFrom
    }
    products {
      id
      displayName
      description
      imageUrl
      type
      joinsGroup
      leavesGroup
      group {
        id
        name
      }
      groupRole {
        id
        name
      }
      avatars {
        id
        name
        thumbnailUrl
      }
      templates {
        id
        name
        imageUrl
      }
    }
  }
`)

export const LISTING_BY_ID = graphql(`
  query ListingById($listingId: ID!) {
    listing(id: $listingId) {
      ...ListingDetails
    }
  }
`)

export const BUY = graphql(`
  mutation BuyListing($input: PurchaseProductListingInput!) {
    purchaseProductListing(input: $input) {
      purchase {
        ...PurchaseRow
        listing {
          id
          viewerHas
          viewerOwns
        }
      }
      viewer {
        ...SpendingState
      }
    }
  }
`)
