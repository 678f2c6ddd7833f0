-- false: an administrator has given the address and its person has not confirmed it; it links no sign-on
ALTER TABLE app_user ADD COLUMN email_verified boolean NOT NULL DEFAULT true;
