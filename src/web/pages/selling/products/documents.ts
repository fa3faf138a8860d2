import { graphql } from '../../../generated/index.ts'

export const OWN_PRODUCT = graphql(`
  fragment OwnProduct on Product {
    id
    displayName
    description
    imageId
    imageUrl
    type
    tags
    isArchived
    isForSubscriberList
    joinsGroup
    leavesGroup
    viewerCanUpdate
    updatedAt
    listings(first: 1) {
      totalCount
    }
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
    }
    templates {
      id
    }
  }
`)

export const OWN_PRODUCTS = graphql(`
  fragment OwnProducts on Viewer {
    id
    products(first: 20, after: $more, isArchived: $isArchived) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...OwnProduct
        }
      }
    }
  }
`)

export const PRODUCTS = graphql(`
  query SellingProducts($isArchived: Boolean!, $more: String) {
    viewer {
      ...OwnProducts
    }
  }
`)

export const PRODUCT = graphql(`
  query SellingProduct($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on Product {
        ...OwnProduct
      }
    }
  }
`)

export const CREATE_PRODUCT = graphql(`
  mutation SellingCreateProduct($input: CreateProductInput!, $isArchived: Boolean!, $more: String) {
    createProduct(input: $input) {
      product {
        ...OwnProduct
      }
      viewer {
        ...OwnProducts
      }
    }
  }
`)

export const UPDATE_PRODUCT = graphql(`
  mutation SellingUpdateProduct($input: UpdateProductInput!) {
    updateProduct(input: $input) {
      product {
        ...OwnProduct
      }
    }
  }
`)

export const ARCHIVE_PRODUCT = graphql(`
  mutation SellingArchiveProduct($input: ArchiveProductInput!, $isArchived: Boolean!, $more: String) {
    archiveProduct(input: $input) {
      product {
        ...OwnProduct
      }
      viewer {
        ...OwnProducts
      }
    }
  }
`)
