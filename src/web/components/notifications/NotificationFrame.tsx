import { Anchor, Box, Group, Stack, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { WrittenText } from '../WrittenText.tsx'

interface NotificationFrameProps {
  /** The picture of who has caused it; a bell for the platform. */
  readonly picture?: ReactNode
  readonly title: ReactNode
  /** What somebody has written. */
  readonly message: string | null | undefined
  /** Shown if it is an address of the web; others are references of the platform. */
  readonly link?: string | null | undefined
  readonly linkText?: string | null | undefined
  /** Below the message. */
  readonly children?: ReactNode
  /** At the end. */
  readonly aside?: ReactNode
}

/** How a notification stands in a list: who it is from, what it says, and what can be done. */
export const NotificationFrame = ({ title, message, children, ...props }: NotificationFrameProps) => (
  <Group wrap="nowrap" align="start" gap="sm">
    {props.picture ?? (
      <Box w={36} h={36} p={6}>
        <IconBell size={24} stroke={1.5} aria-hidden />
      </Box>
    )}
    <Stack gap={4} flex={1} miw={0} align="stretch">
      {typeof title === 'string' ? (
        <Text size="sm" fw={500}>
          {title}
        </Text>
      ) : (
        title
      )}
      {message && <WrittenText text={message} lineClamp={6} />}
      <LinkOut link={props.link} linkText={props.linkText} />
      {children}
    </Stack>
    {props.aside}
  </Group>
)

/** Leads to where a notification of the staff links to. */
const LinkOut = ({ link, linkText }: Pick<NotificationFrameProps, 'link' | 'linkText'>) =>
  link && /^https?:\/\//i.test(link) ? (
    <Anchor href={link} target="_blank" rel="noopener noreferrer nofollow" size="sm" w="fit-content">
      {linkText || link}
    </Anchor>
  ) : null
