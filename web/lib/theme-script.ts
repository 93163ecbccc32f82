/** Runs before first paint; the content security policy has the hash of this text. */
export const THEME_SCRIPT =
  "try{if(localStorage.getItem('theme')==='dark')document.documentElement.dataset.theme='dark'}catch{}"
