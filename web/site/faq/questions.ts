export type Question = {
  id: string
  question: string
  /** Paragraphs. */
  answer: string[]
  link?: { to: string; label: string }
}

/** Also used in the structured data. */
export const QUESTIONS: Question[] = [
  {
    id: 'safe',
    question: 'Is it safe to use this password generator?',
    answer: [
      'Yes. Your own browser makes the password, using the same cryptographic random source that secures encrypted connections. It’s never sent to us, stored, or logged, so there’s nothing on our side that could leak.',
      'Check it yourself: open your browser’s developer tools, look at the network panel, and generate a few passwords. The page reports that a password was generated, never which one.',
    ],
    link: { to: '/privacy', label: 'Every request this site makes' },
  },
  {
    id: 'strength',
    question: 'How is password strength measured?',
    answer: [
      'For generated passwords, the meter looks at the length, the number of character types, and the entropy: the length times the logarithm of the number of possible characters, measured in bits. Each bit doubles the work for someone who has to try every possibility. The default, 16 characters of all four types, gives about 103 bits. At a trillion guesses per second, an attacker would need more than a hundred billion years on average.',
      'The password checker can’t know how you came up with a password, so it gives two results. The first tests six criteria, such as at least 12 characters and no common pattern, and adds up the points. The second estimates how many guesses an attacker would need, starting with leaked passwords and going on to words, names, dates, and keyboard patterns. If the two disagree, trust the estimate.',
    ],
    link: { to: '/about#estimate', label: 'How we estimate guesses' },
  },
  {
    id: 'banking',
    question: 'Can I use these passwords for online banking?',
    answer: [
      'Yes, and banking is where it matters most. Use the longest password your bank allows, don’t use it anywhere else, and turn on two-factor authentication if your bank offers it.',
      'Some banks still reject certain symbols or long passwords. If yours does, list the symbols it rejects in “Characters to leave out” under “More options,” or turn symbols off and add length. If it limits the length, use its maximum. And always type your bank’s address or open its app. Never follow a link in a message: a strong password doesn’t help once you’ve typed it on a fake page.',
    ],
  },
  {
    id: 'unique',
    question: 'Do I need a unique password for every account?',
    answer: [
      'Yes. When attackers break into one site, they run the stolen passwords against many others automatically. No matter how strong a password is, if you use it twice, one leak opens two accounts.',
      'With a unique password for each account, a leak stays with the site where it happened. If you can’t change them all at once, start with your email account, because it can reset all the others.',
    ],
  },
  {
    id: 'length',
    question: 'How long should my password be?',
    answer: [
      'At least 15 characters if a password is all that protects the account. That’s what the US National Institute of Standards and Technology (NIST) requires of sites today. With a second factor, it allows as few as 8.',
      'The generator defaults to 16 and goes up to 64. If a password manager types for you, 20 or more costs you nothing. Go below 12 only if a site leaves you no choice.',
    ],
    link: { to: '/security-tips#length', label: 'Why length comes first' },
  },
  {
    id: 'symbols',
    question: 'Do I need symbols in my password?',
    answer: [
      'Only if the site insists. Symbols make each character a little stronger, but length does more: 18 random letters and digits are harder to guess than 16 random characters with symbols.',
      'Leave symbols on wherever they’re accepted. If they cause trouble, say on a TV remote or in an old form, turn them off and add two characters.',
    ],
  },
  {
    id: 'offline',
    question: 'Does the generator work offline?',
    answer: [
      'Yes. After your first visit, your browser keeps the generator and the password checker, so both open and work without a connection. You can also install the site as an app.',
      'Generating and checking never need a server. Offline, even the anonymous counts aren’t sent. They’re dropped.',
    ],
  },
  {
    id: 'manager',
    question: 'Should I use a password manager?',
    answer: [
      'Yes. Nobody can remember a long, random, different password for every account. A manager can, and it fills them in only on the right site. The one in your browser or phone is a good start.',
      'This site isn’t a password manager: it generates passwords, and they’re gone when you close the page. Save a new password in your manager before you close the tab, because we can’t get it back.',
    ],
    link: { to: '/security-tips#managers', label: 'More about password managers' },
  },
]
