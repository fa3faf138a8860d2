import { Avatar, Indicator } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Standing, UserStatus } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { ownUrl } from '../ownUrl.ts'

export const PERSON_AVATAR = graphql(`
  fragment PersonAvatar on User {
    id
    displayName
    pictureUrl(size: 128)
    standing
    status
  }
`)

interface PersonAvatarProps {
  readonly person: FragmentType<typeof PERSON_AVATAR>
  /** Pixels. */
  readonly size?: number
}

const COLORS: Readonly<Record<UserStatus, string>> = {
  JOIN_ME: 'blue.6',
  ACTIVE: 'green.7',
  ASK_ME: 'orange.6',
  BUSY: 'red.7',
  OFFLINE: 'gray.5',
}

const colorOf = (standing: Standing, status: UserStatus) => (standing === 'OFFLINE' ? 'gray.5' : COLORS[status])

/** The picture of a person with their status as a dot; the name stands beside it. */
export function PersonAvatar({ person, size = 40 }: PersonAvatarProps) {
  const { t } = useTranslation()
  const { displayName, pictureUrl, standing, status } = getFragmentData(PERSON_AVATAR, person)
  const label = standing === 'OFFLINE' ? t('status.OFFLINE') : t(`status.${status}`)
  return (
    <Indicator
      position="bottom-end"
      offset={size / 8}
      size={Math.max(10, size / 4)}
      withBorder
      color={colorOf(standing, status)}
      aria-label={label}
      role="img"
      inline
    >
      <Avatar src={pictureUrl && ownUrl(pictureUrl)} name={displayName} color="initials" size={size} alt="" />
    </Indicator>
  )
}
