import { Anchor, Text, type TextProps } from '@mantine/core'
import { Fragment } from 'react'

const LINK = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}'])/

interface WrittenTextProps extends TextProps {
  readonly text: string
}

/** What a person has written: lines stay lines, addresses become links, nothing else is read as markup. */
export function WrittenText({ text, ...props }: WrittenTextProps) {
  return (
    <Text size="sm" style={{ whiteSpace: 'pre-wrap' }} {...props}>
      {text.split(LINK).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other identity than their place.
        <Fragment key={index}>{index % 2 === 1 ? <OutLink href={part} /> : part}</Fragment>
      ))}
    </Text>
  )
}

interface OutLinkProps {
  /** An http or https address. */
  readonly href: string
}

/** A link to another site, which does not learn where it was followed. */
export const OutLink = ({ href }: OutLinkProps) =>
  /^https?:\/\//i.test(href) ? (
    <Anchor href={href} target="_blank" rel="noopener noreferrer nofollow" inherit>
      {href}
    </Anchor>
  ) : (
    href
  )
