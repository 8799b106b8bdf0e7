-- Where a gift card is sent: the email address or the Zalo number of the recipient. Empty: to the buyer.
ALTER TABLE order_guests ADD COLUMN deliver_to TEXT;
