import type { Section } from './blocks.ts'

const NOTIFICATIONS = `query Notifications {
  viewer {
    notifications(first: 20) {
      edges {
        cursor
        node {
          id
          type
          occasion
          actor { id displayName }
          subjectName
          groupName
          writtenTitle
          writtenMessage
          responses { type }
          subject {
            __typename
            ... on Group { id name }
            ... on CalendarEvent { id title startsAt }
          }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`

export const notifications: Section = {
  id: 'notifications',
  title: 'Notifications',
  blocks: [
    {
      text: 'A client shows notifications in its own language: it has a text for each `type`, and for each `occasion` of a type with several, and fills in `actor`, `subject` and the other fields of the table. `title`, `message`, `data`, `details` and the keys of translations are for clients that show texts of the server.',
    },
    {
      list: [
        '`subject` is null if it is gone or the viewer cannot see it; `subjectName` and `groupName` are the names at the time of sending, and stay.',
        '`writtenTitle` and `writtenMessage` are what a person has written, such as an admin or the author of a post: a client shows them as they are. Notifications that admins send to many people are of any type, and always have them, so that a client shows them instead of its own text.',
        '`responses { type }` are the buttons; `respondNotification` takes the type.',
      ],
    },
    {
      example: {
        title: 'Notifications for a client with texts of its own',
        document: NOTIFICATIONS,
        response: {
          data: { viewer: { notifications: { edges: [], pageInfo: { hasNextPage: false, endCursor: '' } } } },
        },
      },
    },
    {
      table: {
        head: ['Type', 'Subject', 'What else tells it'],
        rows: [
          ['`AVATAR_REVIEW_FAILURE`', '`Avatar`', '`cause`: what the builder of impostors says'],
          ['`AVATAR_REVIEW_SUCCESS`', '`Avatar`', ''],
          ['`BADGE_EARNED`', '`Badge`', '`subjectName`'],
          ['`BOOP`', 'none', '`actor`, `emojiId`, `imageUrl` of an emoji that was uploaded'],
          [
            '`ECONOMY_ALERT`',
            '`ProductPurchase`; `PaymentEvent` for admins',
            '`occasion`, `subjectName`, `refusalReason` of what was not renewed',
          ],
          ['`ECONOMY_RECEIVED_GIFT`', '`ProductPurchase`', '`actor`, `subjectName`'],
          [
            '`EVENT_ANNOUNCEMENT`',
            '`CalendarEvent`, null for one that was cancelled',
            '`occasion`, `subjectName`, `groupName`, `startsAt`',
          ],
          ['`FRIEND_REQUEST`', '`FriendRequest`', '`actor`'],
          [
            '`GROUP_ANNOUNCEMENT`',
            '`GroupPost` or `GroupAnnouncement`',
            '`groupName`, `writtenTitle`, `writtenMessage`',
          ],
          ['`GROUP_EVENT_CREATED`', '`CalendarEvent`', '`subjectName`, `groupName`, `startsAt`'],
          ['`GROUP_EVENT_STARTING`', '`CalendarEvent`', '`subjectName`, `groupName`, `startsAt`'],
          [
            '`GROUP_INFORMATIVE`',
            '`Group`',
            '`occasion`, `groupName`, `actor` of a transfer, `writtenTitle` and `writtenMessage` of an announcement',
          ],
          ['`GROUP_INVITE`', '`Group`, null for one that only members see', '`actor`, `groupName`'],
          ['`GROUP_JOIN_REQUEST`', '`Group`', '`actor`, `groupName`'],
          ['`GROUP_POST`', 'none', '`writtenTitle`, `writtenMessage`: admins alone send it'],
          ['`GROUP_TRANSFER`', '`Group`', '`actor`: the owner, `groupName`'],
          [
            '`INVITE`',
            '`Instance`',
            '`actor`, `subjectName`: the world, `invite { world imageUrl }`, `writtenMessage` of the slot',
          ],
          ['`INVITE_CONTENT_GATED`', 'none', '`writtenTitle`, `writtenMessage`: admins alone send it'],
          ['`INVITE_RESPONSE`', 'none', '`actor`, `relatedNotification`, `invite { imageUrl }`, `writtenMessage`'],
          ['`MESSAGE`', 'none', '`actor`, `writtenMessage`'],
          ['`MODERATION_CONTENT_RESTRICTION`', 'none', '`writtenTitle`, `writtenMessage`: admins alone send it'],
          ['`MODERATION_GROUP_WARNING`', '`Group`', '`groupName`'],
          ['`MODERATION_NOTICE`', '`User`, `World`, `Avatar`, `Group` or `Prop`', '`writtenMessage`'],
          ['`MODERATION_REPORT_CLOSED`', '`Report`', '`writtenMessage`: the reason'],
          ['`PROMO_REDEEM`', '`InventoryDrop`, which admins alone see', '`writtenTitle`, `writtenMessage`, `imageUrl`'],
          ['`REQUEST_INVITE`', 'none', '`actor`, `invite { platform imageUrl }`, `writtenMessage` of the slot'],
          [
            '`REQUEST_INVITE_RESPONSE`',
            'none',
            '`actor`, `relatedNotification`, `invite { imageUrl }`, `writtenMessage`',
          ],
          ['`SUBSCRIPTION_GIFT`', '`SubscriptionPlan`', '`actor`, `subjectName`'],
          ['`TEXT_ADVENTURE`', 'none', '`writtenTitle`, `writtenMessage`: admins alone send it'],
          ['`VOTE_TO_KICK`', 'none', 'none is sent'],
        ],
      },
    },
  ],
}
