import { graphql } from '../../generated/index.ts'

export const PRINT_LIST = graphql(`
  fragment PrintList on PrintConnection {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      cursor
      node {
        id
        ...PrintTile
      }
    }
  }
`)

export const PRINTS = graphql(`
  query Prints($after: String) {
    viewer {
      id
      prints(first: 24, after: $after) {
        ...PrintList
      }
    }
  }
`)

/** What a print that is added or deleted changes for its owner. */
export const CHANGED_PRINTS = graphql(`
  fragment ChangedPrints on Viewer {
    id
    ...StorageUse
    prints(first: 24) {
      ...PrintList
    }
  }
`)

export const PRINT_CHANGES = graphql(`
  subscription PrintChanges($initial: Boolean) {
    contentChanged(initial: $initial) {
      deletedId
      print {
        ...PrintTile
        ...PrintDetail
      }
      viewer {
        ...ChangedPrints
      }
    }
  }
`)

export const UPLOAD_PRINT = graphql(`
  mutation UploadPrint($input: UploadPrintInput!) {
    uploadPrint(input: $input) {
      print {
        id
      }
      viewer {
        ...ChangedPrints
      }
    }
  }
`)

export const EDIT_PRINT = graphql(`
  mutation EditPrint($input: EditPrintInput!) {
    editPrint(input: $input) {
      print {
        ...PrintTile
        ...PrintDetail
      }
      viewer {
        id
        ...StorageUse
      }
    }
  }
`)

export const DELETE_PRINT = graphql(`
  mutation DeletePrint($input: DeletePrintInput!) {
    deletePrint(input: $input) {
      deletedPrintId
      viewer {
        ...ChangedPrints
      }
    }
  }
`)

/** Where a new photo may have been taken. */
export const RECENT_PLACES = graphql(`
  query RecentPlaces {
    viewer {
      id
      recentWorlds(first: 20) {
        edges {
          cursor
          node {
            id
            name
          }
        }
      }
    }
  }
`)
