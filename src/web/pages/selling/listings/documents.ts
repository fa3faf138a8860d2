import { graphql } from '../../../generated/index.ts'

export const OWN_LISTING = graphql(`
  fragment OwnListing on Listing {
    id
    updatedAt
    displayName
    subtitle
    description
    imageId
    imageUrl
    price
    plusPrice
    type
    productType
    duration
    durationUnit
    isBuyerRefundable
    isQuantifiable
    isStackable
    expiresAt
    tags
    state
    purchaseCount
    viewerCanUpdate
    products {
      id
      displayName
      imageId
      listings(first: 1) {
        totalCount
      }
    }
    variants {
      id
      quantity
      unitPrice
      isRefundable
    }
  }
`)

export const OWN_LISTINGS = graphql(`
  fragment OwnListings on Viewer {
    id
    user {
      id
      listings(first: 20, after: $more) {
        totalCount
        pageInfo {
          hasNextPage
          endCursor
        }
        edges {
          cursor
          node {
            id
            ...OwnListing
          }
        }
      }
    }
  }
`)

export const LISTINGS = graphql(`
  query SellingListings($more: String) {
    viewer {
      ...OwnListings
    }
  }
`)

export const LISTING_CHANGES = graphql(`
  subscription SellingListingChanges($initial: Boolean) {
    purchasesChanged(initial: $initial) {
      purchase {
        id
        listing {
          id
          purchaseCount
        }
      }
    }
  }
`)

export const LISTING = graphql(`
  query SellingListing($id: ID!) {
    listing(id: $id) {
      ...OwnListing
    }
  }
`)

export const PRODUCTS_TO_LIST = graphql(`
  query SellingProductsToList($type: ProductType!) {
    viewer {
      id
      products(first: 100, isArchived: false, type: $type) {
        edges {
          cursor
          node {
            id
            displayName
            imageId
          }
        }
      }
    }
  }
`)

export const CREATE_LISTING = graphql(`
  mutation SellingCreateListing($input: CreateListingInput!, $more: String) {
    createListing(input: $input) {
      listing {
        ...OwnListing
      }
      viewer {
        ...OwnListings
      }
    }
  }
`)

export const UPDATE_LISTING = graphql(`
  mutation SellingUpdateListing($input: UpdateListingInput!) {
    updateListing(input: $input) {
      listing {
        ...OwnListing
        isForSale
      }
    }
  }
`)

export const ARCHIVE_LISTING = graphql(`
  mutation SellingArchiveListing($input: ArchiveListingInput!) {
    archiveListing(input: $input) {
      listing {
        ...OwnListing
        isForSale
      }
    }
  }
`)
