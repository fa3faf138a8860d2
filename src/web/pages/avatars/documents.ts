import { graphql } from '../../generated/index.ts'

export const ALL_AVATARS = graphql(`
  query AllAvatars($filter: AvatarFilter, $sort: AvatarSort, $ascending: Boolean, $after: String) {
    avatars(first: 24, filter: $filter, sort: $sort, ascending: $ascending, after: $after) {
      ...AvatarList
    }
  }
`)

export const OWN_AVATARS = graphql(`
  query OwnAvatars($filter: AvatarFilter, $sort: AvatarSort, $ascending: Boolean, $after: String) {
    viewer {
      id
      avatars(first: 24, filter: $filter, sort: $sort, ascending: $ascending, after: $after) {
        ...AvatarList
      }
    }
  }
`)

export const FAVORITE_AVATARS = graphql(`
  query FavoriteAvatars($filter: AvatarFilter, $sort: AvatarSort, $ascending: Boolean, $after: String) {
    viewer {
      id
      avatars: favoriteAvatars(first: 24, filter: $filter, sort: $sort, ascending: $ascending, after: $after) {
        ...AvatarList
      }
    }
  }
`)

export const LICENSED_AVATARS = graphql(`
  query LicensedAvatars($filter: AvatarFilter, $sort: AvatarSort, $ascending: Boolean, $after: String) {
    viewer {
      id
      avatars: licensedAvatars(first: 24, filter: $filter, sort: $sort, ascending: $ascending, after: $after) {
        ...AvatarList
      }
    }
  }
`)

/** The viewer's own avatars, on any device. */
export const OWN_AVATAR_CHANGES = graphql(`
  subscription OwnAvatarChanges($initial: Boolean) {
    contentChanged(initial: $initial) {
      contentType
      avatar {
        id
        ...AvatarCard
      }
    }
  }
`)

/** Favorites, and avatars that the viewer has blocked, which are in no search. */
export const AVATAR_MARK_CHANGES = graphql(`
  subscription AvatarMarkChanges($initial: Boolean) {
    viewerListsChanged(initial: $initial) {
      kind
    }
  }
`)

export const LICENSE_CHANGES = graphql(`
  subscription AvatarLicenseChanges($initial: Boolean) {
    purchasesChanged(initial: $initial) {
      purchaseId
    }
  }
`)
