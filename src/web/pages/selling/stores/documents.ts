import { graphql } from '../../../generated/index.ts'

export const OWN_STORE = graphql(`
  fragment OwnStore on Store {
    id
    updatedAt
    type
    displayName
    description
    status
    viewerCanUpdate
    group {
      id
      name
    }
    world {
      id
      name
    }
    offered: listings(first: 100) {
      totalCount
      edges {
        cursor
        node {
          id
        }
      }
    }
  }
`)

export const OWN_STORES = graphql(`
  fragment OwnStores on Viewer {
    id
    stores(first: 20, after: $more) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...OwnStoreRow
        }
      }
    }
  }
`)

export const OWN_STORE_ROW = graphql(`
  fragment OwnStoreRow on Store {
    id
    displayName
    status
    viewerCanUpdate
    group {
      id
      name
    }
    world {
      id
      name
    }
    listings(first: 1) {
      totalCount
    }
  }
`)

export const OWN_STORE_LIST = graphql(`
  query SellingStores($more: String) {
    viewer {
      ...OwnStores
    }
  }
`)

export const STORE = graphql(`
  query SellingStore($id: ID!) {
    store(id: $id) {
      ...OwnStore
    }
  }
`)

export const CREATE_STORE = graphql(`
  mutation SellingCreateStore($input: CreateStoreInput!, $more: String) {
    createStore(input: $input) {
      store {
        ...OwnStore
        group {
          id
          storeId
        }
        world {
          id
          store {
            id
          }
        }
      }
      viewer {
        ...OwnStores
      }
    }
  }
`)

export const UPDATE_STORE = graphql(`
  mutation SellingUpdateStore($input: UpdateStoreInput!) {
    updateStore(input: $input) {
      store {
        ...OwnStore
        ...OwnStoreRow
      }
    }
  }
`)

export const LISTINGS_TO_OFFER = graphql(`
  query SellingListingsToOffer {
    viewer {
      id
      user {
        id
        listings(first: 100) {
          edges {
            cursor
            node {
              id
              displayName
              state
            }
          }
        }
      }
    }
  }
`)

export const OWN_WORLDS = graphql(`
  query SellingWorlds {
    viewer {
      id
      worlds(first: 100, filter: { anyStatus: true }) {
        edges {
          cursor
          node {
            id
            name
            store {
              id
            }
          }
        }
      }
    }
  }
`)
