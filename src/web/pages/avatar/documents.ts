import { graphql } from '../../generated/index.ts'

/** Images that the author shows with an avatar, in their order. */
export const AVATAR_GALLERY = graphql(`
  fragment AvatarGallery on Avatar {
    id
    gallery(first: 20) {
      totalCount
      edges {
        cursor
        node {
          id
          name
          url
          thumbnailUrl
        }
      }
    }
  }
`)

/** The stand-ins of an avatar, and the making of them. */
export const AVATAR_IMPOSTOR = graphql(`
  fragment AvatarImpostor on Avatar {
    id
    packages {
      id
      platform
      variant
      createdAt
    }
    impostorJob {
      id
      state
      error
      createdAt
      updatedAt
    }
  }
`)

export const AVATAR = graphql(`
  fragment AvatarPage on Avatar {
    id
    name
    description
    imageUrl
    releaseStatus
    isFeatured
    isLocked
    lowestPrice
    isUploadPending
    favoriteCount
    version
    tags
    createdAt
    updatedAt
    publishedAt
    viewerCanUpdate
    viewerCanReport
    viewerCanWear
    viewerCanWearAsFallback
    viewerHasBlocked
    author {
      id
      displayName
      ...PersonChip
    }
    primaryStyle {
      id
      name
    }
    secondaryStyle {
      id
      name
    }
    packages {
      id
      platform
      variant
      unityVersion
      assetVersion
      performanceRating
      scanStatus
      createdAt
    }
    ...AvatarGallery
    ...AvatarImpostor
    ...FavoriteAvatar
  }
`)

/** Where a license is sold, read for avatars that are locked. */
export const AVATAR_OFFERS = graphql(`
  query AvatarOffers($avatarId: ID!, $after: String) {
    avatar(id: $avatarId) {
      id
      listings(first: 10, after: $after) {
        pageInfo {
          hasNextPage
          endCursor
        }
        edges {
          cursor
          node {
            id
            displayName
            price
            isForSale
          }
        }
      }
    }
  }
`)

export const AVATAR_DETAILS = graphql(`
  query AvatarDetails($avatarId: ID!) {
    avatar(id: $avatarId) {
      id
      ...AvatarPage
    }
  }
`)

/** An avatar that was deleted or hidden is null: its page is read again. */
export const AVATAR_CHANGES = graphql(`
  subscription AvatarChanges($avatarId: ID!, $initial: Boolean) {
    avatarChanged(avatarId: $avatarId, initial: $initial) {
      avatar {
        id
        ...AvatarPage
      }
    }
  }
`)

/** Blocks and favorites that were made on another device. */
export const AVATAR_MARKS = graphql(`
  subscription AvatarPageMarks($initial: Boolean) {
    viewerListsChanged(initial: $initial) {
      kind
      avatar {
        id
        viewerHasBlocked
        ...FavoriteAvatar
      }
    }
  }
`)

export const BLOCK_AVATAR = graphql(`
  mutation BlockAvatar($input: BlockAvatarInput!) {
    blockAvatar(input: $input) {
      blockedAvatar {
        id
        avatar {
          id
          viewerHasBlocked
        }
      }
    }
  }
`)

export const UNBLOCK_AVATAR = graphql(`
  mutation UnblockAvatar($input: UnblockAvatarInput!) {
    unblockAvatar(input: $input) {
      avatar {
        id
        viewerHasBlocked
      }
    }
  }
`)

export const IMPOSTOR_QUEUE = graphql(`
  query ImpostorQueue {
    viewer {
      id
      impostorQueueSeconds
    }
  }
`)

export const IMPOSTOR_CHANGES = graphql(`
  subscription ImpostorChanges($avatarId: ID!, $initial: Boolean) {
    impostorJobChanged(avatarId: $avatarId, initial: $initial) {
      avatar {
        id
        ...AvatarImpostor
      }
      viewer {
        id
        impostorQueueSeconds
      }
    }
  }
`)

export const ENQUEUE_IMPOSTOR = graphql(`
  mutation EnqueueImpostor($input: EnqueueImpostorInput!) {
    enqueueImpostor(input: $input) {
      avatar {
        id
        ...AvatarImpostor
      }
      viewer {
        id
        impostorQueueSeconds
      }
    }
  }
`)

export const DELETE_IMPOSTOR = graphql(`
  mutation DeleteImpostor($input: DeleteImpostorInput!) {
    deleteImpostor(input: $input) {
      avatar {
        id
        ...AvatarImpostor
      }
      viewer {
        id
        impostorQueueSeconds
      }
    }
  }
`)
