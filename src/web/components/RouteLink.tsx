import { Anchor, type AnchorProps, Button, type ButtonProps, NavLink, type NavLinkProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import { type AnchorHTMLAttributes, forwardRef } from 'react'

type Attributes = Omit<
  AnchorHTMLAttributes<HTMLAnchorElement>,
  keyof AnchorProps | keyof ButtonProps | keyof NavLinkProps
>

/** A link to a page of the UI. One that looks like the text that it stands in is underlined: its color alone is not enough. */
export const RouteLink = createLink(
  forwardRef<HTMLAnchorElement, AnchorProps & Attributes>((props, ref) => (
    <Anchor ref={ref} underline={props.inherit ? 'always' : 'hover'} {...props} />
  )),
)

/** A link to a page of the UI that looks like a button. */
export const RouteButton = createLink(
  forwardRef<HTMLAnchorElement, ButtonProps & Attributes>((props, ref) => (
    <Button component="a" ref={ref} {...props} />
  )),
)

/** A link to a page of the UI in a menu. */
export const RouteNavLink = createLink(
  forwardRef<HTMLAnchorElement, NavLinkProps & Attributes>((props, ref) => <NavLink ref={ref} {...props} />),
)

/** The name in a row of a list, which leads to its page. */
export const RowLink = createLink(
  forwardRef<HTMLAnchorElement, AnchorProps & Attributes>((props, ref) => (
    <Anchor ref={ref} underline="hover" c="inherit" fw={600} size="sm" display="block" truncate {...props} />
  )),
)

/** The name on a card, which leads to its page from all of the card. */
export const CardLink = createLink(
  forwardRef<HTMLAnchorElement, AnchorProps & Attributes>((props, ref) => (
    <Anchor ref={ref} className="cardLink" underline="never" c="inherit" fw={600} {...props} />
  )),
)
