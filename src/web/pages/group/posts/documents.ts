import { graphql } from '../../../generated/index.ts'

export const GROUP_POST = graphql(`
  fragment GroupPostItem on GroupPost {
    id
    title
    text
    imageUrl
    visibility
    createdAt
    updatedAt
    viewerCanUpdate
    viewerCanDelete
    author {
      id
      ...PersonChip
    }
    roles {
      id
      name
    }
  }
`)

export const GROUP_POSTS = graphql(`
  fragment GroupPosts on Group {
    id
    viewerCanWritePosts
    posts(first: 10, after: $more) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...GroupPostItem
        }
      }
    }
  }
`)

export const GROUP_POST_LIST = graphql(`
  query GroupPostList($groupId: ID!, $more: String) {
    group(id: $groupId) {
      id
      ...GroupPosts
    }
  }
`)

export const GROUP_POST_CHANGES = graphql(`
  subscription GroupPostChanges($groupId: ID!, $more: String, $initial: Boolean) {
    groupChanged(groupId: $groupId, initial: $initial) {
      kind
      group {
        id
        ...GroupPosts
      }
    }
  }
`)

export const ADD_GROUP_POST = graphql(`
  mutation AddGroupPost($input: AddGroupPostInput!, $more: String) {
    addGroupPost(input: $input) {
      group {
        lastPostedAt
        ...GroupPosts
      }
    }
  }
`)

export const UPDATE_GROUP_POST = graphql(`
  mutation UpdateGroupPost($input: UpdateGroupPostInput!) {
    updateGroupPost(input: $input) {
      groupPost {
        ...GroupPostItem
      }
    }
  }
`)

export const DELETE_GROUP_POST = graphql(`
  mutation DeleteGroupPost($input: DeleteGroupPostInput!, $more: String) {
    deleteGroupPost(input: $input) {
      deletedGroupPostId
      group {
        lastPostedAt
        ...GroupPosts
      }
    }
  }
`)

/** What a group tells its members first. */
export const ANNOUNCEMENT = graphql(`
  fragment Announcement on Group {
    id
    viewerStatus
    viewerCanWritePosts
    announcement {
      id
      title
      text
      imageId
      imageUrl
      createdAt
      updatedAt
      viewerCanDelete
      author {
        id
        ...PersonChip
      }
    }
  }
`)

export const GROUP_ANNOUNCEMENT = graphql(`
  query GroupAnnouncement($groupId: ID!) {
    group(id: $groupId) {
      id
      ...Announcement
    }
  }
`)

export const ANNOUNCEMENT_CHANGES = graphql(`
  subscription AnnouncementChanges($groupId: ID!, $initial: Boolean) {
    groupChanged(groupId: $groupId, initial: $initial) {
      kind
      group {
        id
        ...Announcement
      }
    }
  }
`)

export const SET_ANNOUNCEMENT = graphql(`
  mutation SetAnnouncement($input: CreateGroupAnnouncementInput!) {
    createGroupAnnouncement(input: $input) {
      group {
        ...Announcement
      }
    }
  }
`)

export const DELETE_ANNOUNCEMENT = graphql(`
  mutation DeleteAnnouncement($input: DeleteGroupAnnouncementInput!) {
    deleteGroupAnnouncement(input: $input) {
      group {
        ...Announcement
      }
    }
  }
`)
