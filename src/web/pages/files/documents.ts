import { graphql } from '../../generated/index.ts'

export const FILE_LIST = graphql(`
  fragment FileList on FileConnection {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      cursor
      node {
        id
        ...FileTile
        ...FileRow
      }
    }
  }
`)

export const FILES = graphql(`
  query Files($filter: FileFilter, $after: String) {
    viewer {
      id
      files(first: 24, newestFirst: true, filter: $filter, after: $after) {
        ...FileList
      }
    }
  }
`)

/** What a file that is added or deleted changes for its owner. */
export const CHANGED_FILES = graphql(`
  fragment ChangedFiles on Viewer {
    id
    ...StorageUse
    files(first: 24, newestFirst: true, filter: $filter) {
      ...FileList
    }
  }
`)

export const FILE_CHANGES = graphql(`
  subscription FileChanges($filter: FileFilter, $initial: Boolean) {
    contentChanged(initial: $initial) {
      deletedId
      viewer {
        ...ChangedFiles
      }
    }
  }
`)

export const UPLOAD_IMAGE = graphql(`
  mutation UploadImage($input: UploadImageInput!, $filter: FileFilter) {
    uploadImage(input: $input) {
      file {
        id
      }
      viewer {
        ...ChangedFiles
      }
    }
  }
`)

export const DELETE_FILE = graphql(`
  mutation DeleteFile($input: DeleteFileInput!, $filter: FileFilter) {
    deleteFile(input: $input) {
      deletedFileId
      viewer {
        ...ChangedFiles
      }
    }
  }
`)
